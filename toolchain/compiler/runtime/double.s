; Arithmetic of floats of 64 bits, IEEE 754: rounded to the nearest, ties to even, with subnormals, infinities and NaN. Operands in
; ARG0-7 and ARG8-15, the result in ARG0-7.
;
; If an operand is a NaN, so is the result: one of the operands, with the highest bit of its fraction set, and perhaps another sign.
;
; RUNTIME       the sign of the result, bit 7
; RUNTIME+1-2   the exponent of the first operand, later of the result: biased by 1023, with sign
; RUNTIME+3-4   what lies behind the result's lowest bit: eight bits, and not zero if anything follows
; RUNTIME+9-10  the exponent of the second operand
; RUNTIME+5-11  a product or quotient

; Puts the exponent of the operand at ARG+X (X = 0 or 8) into RUNTIME+1-2+X. Its place above the significand in ARG0-6+X takes a
; set bit 52, or none if the exponent is 0. A is 0 in that case.
__double_exponent:
        lda ARG+7,x
        and #$7f
        sta RUNTIME+2,x
        lda ARG+6,x
        sta RUNTIME+1,x
        and #$0f
        sta ARG+6,x
        lsr RUNTIME+2,x
        ror RUNTIME+1,x
        lsr RUNTIME+2,x
        ror RUNTIME+1,x
        lsr RUNTIME+2,x
        ror RUNTIME+1,x
        lsr RUNTIME+2,x
        ror RUNTIME+1,x
        lda RUNTIME+2,x
        ora RUNTIME+1,x
        beq @done
        lda ARG+6,x
        ora #$10
        sta ARG+6,x
@done:  rts

; Takes the operand at ARG+X apart (X = 0 or 8): as above, and bit 52 is set in a subnormal number, too, whose exponent is less.
; A tells what it is: 0 a number, 1 zero, 2 infinity, 4 NaN; of these three, the operand stays as it is.
__double_apart:
        jsr __double_exponent
        beq @small
        lda RUNTIME+1,x
        cmp #$ff
        bne @number
        lda RUNTIME+2,x
        cmp #7
        bcc @number
        lda ARG+6,x
        and #$0f
        jsr @rest
        php
        lda ARG+6,x
        ora #$f0
        sta ARG+6,x
        lda #2
        plp
        beq @told
        lda #4
@told:  rts
@small: lda ARG+6,x
        jsr @rest
        bne @subnormal
        lda #1
        rts
@rest:  ora ARG+5,x
        ora ARG+4,x
        ora ARG+3,x
        ora ARG+2,x
        ora ARG+1,x
        ora ARG,x
        rts
@subnormal:
        inc RUNTIME+1,x
@shift: lda RUNTIME+1,x         ; the exponent is 1 less the places that the significand moves
        bne @low
        dec RUNTIME+2,x
@low:   dec RUNTIME+1,x
        asl ARG,x
        rol ARG+1,x
        rol ARG+2,x
        rol ARG+3,x
        rol ARG+4,x
        rol ARG+5,x
        rol ARG+6,x
        lda ARG+6,x
        and #$10
        beq @shift
@number:
        lda #0
        rts

; Gives zero if A is 0, infinity if it is 2, and a new NaN if it is 3.
__double_special:
        ldx #6
        ldy #0
@clear: sty ARG,x
        dex
        bpl @clear
        ldx RUNTIME
        cmp #2
        bcc @sign
        ldy #$f0
        lsr a
        bcc @infinity
        ldy #$f8
        ldx #0
@infinity:
        sty ARG+6
        txa
        ora #$7f
        tax
@sign:  stx ARG+7
        rts

; The first operand if A is 4, a NaN, else the second.
__double_nan:
        cmp #4
        beq @quiet
        ldx #7
@copy:  lda ARG+8,x
        sta ARG,x
        dex
        bpl @copy
@quiet: lda ARG+6
        ora #$08
        sta ARG+6
        rts

; As __double_pack, with the significand in RUNTIME+5-11.
__double_result:
        ldx #6
@copy:  lda RUNTIME+5,x
        sta ARG,x
        dex
        bpl @copy
        jmp __double_pack

; Puts a number together: sign, exponent and what lies behind as above, significand in ARG0-6, its bit 52 clear only if the exponent
; is 1.
__double_pack:
        lda RUNTIME+2
        bmi @below
        cmp #7
        bcc @inner
        bne @infinity
        lda RUNTIME+1
        cmp #$ff
        bne @inside
@infinity:
        lda #2
        jmp __double_special
@inner: ora RUNTIME+1
        bne @inside
@below: lda #1
        sec
        sbc RUNTIME+1
        tax
        lda #0
        sbc RUNTIME+2
        bne @nothing
        cpx #54
        bcc @shift
@nothing:
        lda #0
        jmp __double_special
@shift: lsr ARG+6
        ror ARG+5
        ror ARG+4
        ror ARG+3
        ror ARG+2
        ror ARG+1
        ror ARG
        ror RUNTIME+3
        bcc @clear
        sta RUNTIME+4
        inc RUNTIME+4           ; A is zero, as the high byte of the count was
@clear: dex
        bne @shift
        stx RUNTIME+2
        inx
        stx RUNTIME+1
@inside:
        lda RUNTIME+1           ; bit 52 counts as one more
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
        asl RUNTIME+1
        rol RUNTIME+2
        asl RUNTIME+1
        rol RUNTIME+2
        asl RUNTIME+1
        rol RUNTIME+2
        asl RUNTIME+1
        rol RUNTIME+2
        lda RUNTIME+1
        clc
        adc ARG+6
        sta ARG+6
        lda RUNTIME+2
        adc #0
        ora RUNTIME
        sta ARG+7
        lda RUNTIME+3
        bpl @done
        asl a
        ora RUNTIME+4
        bne @up
        lda ARG
        lsr a
        bcc @done               ; half way, and even
@up:    ldx #0
@carry: inc ARG,x
        bne @done
        inx
        bne @carry
@done:  rts
