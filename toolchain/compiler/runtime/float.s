; What the arithmetic of floats of 32 bits shares, IEEE 754: rounded to the nearest, ties to even, with subnormals, infinities and
; NaN. Operands in ARG0-3 and ARG4-7, the result in ARG0-3. Sums are in float_sum.s, products and quotients in float_product.s.
;
; If an operand is a NaN, so is the result: one of the operands, with the highest bit of its fraction set, and perhaps another sign.
;
; RUNTIME     the sign of the result, bit 7
; RUNTIME+1-2 the exponent of the first operand, later of the result: biased by 127, with sign
; RUNTIME+3   what lies behind the significand's lowest bit, eight bits
; RUNTIME+4   not zero if anything follows
; RUNTIME+5-6 the exponent of the second operand

; Takes the operand at ARG+X apart (X = 0 or 4): its exponent goes to RUNTIME+1+X, its significand to ARG0-2+X, with bit 23 set.
; A tells what it is: 0 a number, 1 zero, 2 infinity, 4 NaN; of these three, the operand stays as it is.
__float_apart:
        lda ARG+2,x
        asl a
        lda ARG+3,x
        rol a
        beq @small
        cmp #$ff
        beq @huge
        sta RUNTIME+1,x
        lda ARG+2,x
        ora #$80
        sta ARG+2,x
        lda #0
        sta RUNTIME+2,x
        rts
@huge:  lda ARG+2,x
        asl a
        ora ARG+1,x
        ora ARG,x
        beq @infinity
        lda #4
        rts
@infinity:
        lda #2
        rts
@small: lda ARG+2,x
        ora ARG+1,x
        ora ARG,x
        bne @subnormal
        lda #1
        rts
@subnormal:
        lda #0
        sta RUNTIME+2,x
        lda #1
@shift: sec                     ; the exponent is 1 less the places that the significand moves
        sbc #1
        bcs @same
        dec RUNTIME+2,x
@same:  asl ARG,x
        rol ARG+1,x
        rol ARG+2,x
        bpl @shift
        sta RUNTIME+1,x
        lda #0
        rts

; Gives zero if A is 0, infinity if it is 2, and a new NaN if it is 3.
__float_special:
        ldx #0
        stx ARG+1
        cmp #2
        bcc @zero
        beq @infinity
        lda #$7f
        sta ARG+3
        lda #$c0
        sta ARG+2
        stx ARG
        rts
@zero:  stx ARG
        stx ARG+2
        lda RUNTIME
        sta ARG+3
        rts
@infinity:
        stx ARG
        lda #$80
        sta ARG+2
        lda #$7f
        ora RUNTIME
        sta ARG+3
        rts

; The first operand if A is 4, a NaN, else the second.
__float_nan:
        cmp #4
        beq @quiet
        ldx #3
@copy:  lda ARG+4,x
        sta ARG,x
        dex
        bpl @copy
@quiet: lda ARG+2
        ora #$40
        sta ARG+2
        rts

; Puts a number together: sign and exponent as above, significand in ARG0-2, its bit 23 clear only if the exponent is 1; what lies
; behind its lowest bit in RUNTIME+3-4.
__float_pack:
        lda RUNTIME+2
        bne @outside
        lda RUNTIME+1
        beq @below
        cmp #$ff
        bcs @infinity
        sbc #0                  ; the carry is clear: one less
        jmp __float_round
@outside:
        bmi @below
@infinity:
        lda #2
        jmp __float_special
@below: lda #1
        sec
        sbc RUNTIME+1
        tax
        lda #0
        sbc RUNTIME+2
        bne @nothing
        cpx #25
        bcc @shift
@nothing:
        lda #0
        jmp __float_special
@shift: lsr ARG+2
        ror ARG+1
        ror ARG
        ror RUNTIME+3
        bcc @clear
        sta RUNTIME+4
        inc RUNTIME+4           ; A is zero, as the high byte of the count was
@clear: dex
        bne @shift
        jmp __float_round       ; A is zero, and the exponent one

; The same with the exponent less one in A, 0 to 253: bit 23 of the significand counts as one more.
__float_round:
        lsr a
        ora RUNTIME
        sta ARG+3
        bcc @round
        lda ARG+2
        adc #$7f
        sta ARG+2
        bcc @round
        inc ARG+3
@round: lda RUNTIME+3
        bpl @done
        asl a
        ora RUNTIME+4
        bne @up
        lda ARG
        lsr a
        bcc @done               ; half way, and even
@up:    inc ARG
        bne @done
        inc ARG+1
        bne @done
        inc ARG+2
        bne @done
        inc ARG+3
@done:  rts
