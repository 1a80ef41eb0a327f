; Arithmetic of floats of 32 bits, IEEE 754: rounded to the nearest, ties to even, with subnormals, infinities and NaN. Operands in
; ARG0-3 and ARG4-7, the result in ARG0-3.
;
; If an operand is a NaN, so is the result: one of the operands, with the highest bit of its fraction set, and perhaps another sign.
;
; RUNTIME     the sign of the result, bit 7
; RUNTIME+1-2 the exponent of the first operand, later of the result: biased by 127, with sign
; RUNTIME+5-6 that of the second operand

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
; behind its lowest bit in RUNTIME+3, eight bits, and RUNTIME+4, not zero if anything follows.
__float_pack:
        lda RUNTIME+2
        bmi @below
        bne @infinity
        lda RUNTIME+1
        beq @below
        cmp #$ff
        bcc @inside
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
        lda #1
@inside:
        sec
        sbc #1                  ; bit 23 counts as one more
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

; ARG0-3 * ARG4-7 -> ARG0-3.
__mulsf3:
        lda ARG+3
        eor ARG+7
        and #$80
        sta RUNTIME
        ldx #0
        jsr __float_apart
        sta RUNTIME+9
        ldx #4
        jsr __float_apart
        ora RUNTIME+9
        beq @numbers
        cmp #4
        bcc @special            ; 1 zero, 2 infinity, 3 the one times the other
        lda RUNTIME+9
        jmp __float_nan
@special:
        cmp #1
        bne @other
        lda #0
@other: jmp __float_special
@numbers:
        clc
        lda RUNTIME+1
        adc RUNTIME+5
        sta RUNTIME+1
        lda RUNTIME+2
        adc RUNTIME+6
        sta RUNTIME+2
        sec
        lda RUNTIME+1
        sbc #126
        sta RUNTIME+1
        bcs @high
        dec RUNTIME+2
@high:  lda #0                  ; the product: RUNTIME+5-7, behind it what the second significand leaves room for
        sta RUNTIME+5
        sta RUNTIME+6
        sta RUNTIME+7
        tax
        tay
@byte:  lda ARG+4,x
        beq @zero
        lsr a
        sta ARG+4,x
        ldy #8
@bit:   bcc @none
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        lda RUNTIME+7
        adc ARG+2
        ror a
        sta RUNTIME+7
        ror RUNTIME+6
        ror RUNTIME+5
        ror ARG+4,x
        dey
        bne @bit
        beq @next
@none:  lsr RUNTIME+7
        ror RUNTIME+6
        ror RUNTIME+5
        ror ARG+4,x
        dey
        bne @bit
        beq @next
@zero:  lda RUNTIME+5
        sta ARG+4,x
        lda RUNTIME+6
        sta RUNTIME+5
        lda RUNTIME+7
        sta RUNTIME+6
        sty RUNTIME+7
@next:  inx
        cpx #3
        bne @byte
        lda RUNTIME+7
        bmi @ready
        asl ARG+5
        rol ARG+6
        rol RUNTIME+5
        rol RUNTIME+6
        rol RUNTIME+7
        lda RUNTIME+1
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
@ready: lda RUNTIME+5
        sta ARG
        lda RUNTIME+6
        sta ARG+1
        lda RUNTIME+7
        sta ARG+2
        lda ARG+6
        sta RUNTIME+3
        lda ARG+5
        ora ARG+4
        sta RUNTIME+4
        jmp __float_pack

; ARG0-3 / ARG4-7 -> ARG0-3.
__divsf3:
        lda ARG+3
        eor ARG+7
        and #$80
        sta RUNTIME
        ldx #0
        jsr __float_apart
        sta RUNTIME+9
        ldx #4
        jsr __float_apart
        tay
        ora RUNTIME+9
        beq @numbers
        cmp #4
        lda RUNTIME+9
        bcc @special
        jmp __float_nan
@special:
        cpy RUNTIME+9
        bne @differ
        lda #3                  ; zero by zero, infinity by infinity
        bne @give
@differ:
        cmp #2
        beq @give               ; infinity by anything else
        cpy #1
        bne @zero
        lda #2                  ; anything else by zero
        bne @give
@zero:  lda #0
@give:  jmp __float_special
@numbers:
        sec
        lda RUNTIME+1
        sbc RUNTIME+5
        sta RUNTIME+1
        lda RUNTIME+2
        sbc RUNTIME+6
        sta RUNTIME+2
        clc
        lda RUNTIME+1
        adc #127
        sta RUNTIME+1
        bcc @high
        inc RUNTIME+2
@high:  lda ARG                 ; the dividend is to be the larger one, so that the quotient begins with a 1
        cmp ARG+4
        lda ARG+1
        sbc ARG+5
        lda ARG+2
        sbc ARG+6
        bcs @larger
        lda RUNTIME+1
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
        asl ARG
        rol ARG+1
        rol ARG+2
        bcs @start              ; it always is
@larger:
        clc
@start: ldx #3                  ; RUNTIME+6-8 the quotient, RUNTIME+5 two bits more
        ldy #8
@bit:   bcs @take               ; the carry is bit 24 of the remainder
        lda ARG+2
        cmp ARG+6
        bne @decided
        lda ARG+1
        cmp ARG+5
        bne @decided
        lda ARG
        cmp ARG+4
@decided:
        bcc @none
@take:  lda ARG
        sbc ARG+4
        sta ARG
        lda ARG+1
        sbc ARG+5
        sta ARG+1
        lda ARG+2
        sbc ARG+6
        sta ARG+2
        sec
@none:  rol RUNTIME+5,x
        asl ARG
        rol ARG+1
        rol ARG+2
        dey
        bne @bit
        ldy #8
        dex
        bmi @done
        bne @bit
        ldy #2
        bne @bit
@done:  lda #0
        rol a
        ora ARG
        ora ARG+1
        ora ARG+2
        sta RUNTIME+4
        lda RUNTIME+5
        lsr a
        ror a
        ror a
        and #$c0
        sta RUNTIME+3
        lda RUNTIME+6
        sta ARG
        lda RUNTIME+7
        sta ARG+1
        lda RUNTIME+8
        sta ARG+2
        jmp __float_pack

; ARG0-3 - ARG4-7 -> ARG0-3.
__subsf3:
        lda ARG+7
        eor #$80
        sta ARG+7
        jmp __addsf3

; ARG0-3 + ARG4-7 -> ARG0-3.
__addsf3:
        lda ARG                 ; the operand that is farther from zero comes first
        cmp ARG+4
        lda ARG+1
        sbc ARG+5
        lda ARG+2
        sbc ARG+6
        lda ARG+7
        and #$7f
        sta RUNTIME+5
        lda ARG+3
        and #$7f
        sbc RUNTIME+5
        bcs @ordered
        ldx #3
@swap:  ldy ARG,x
        lda ARG+4,x
        sta ARG,x
        sty ARG+4,x
        dex
        bpl @swap
@ordered:
        lda ARG+3
        and #$80
        sta RUNTIME
        lda ARG+2
        asl a
        lda ARG+3
        rol a
        cmp #$ff
        beq @special
        ldx #1
        cmp #0
        beq @first              ; a subnormal number or zero: no bit 23, and the exponent of the smallest others
        tax
        lda ARG+2
        ora #$80
        sta ARG+2
@first: stx RUNTIME+1
        lda ARG+6
        asl a
        lda ARG+7
        rol a
        beq @small
        tax
        lda ARG+6
        ora #$80
        sta ARG+6
        txa
        bne @gap
@small: lda #1
@gap:   eor #$ff
        sec
        adc RUNTIME+1
        tax                     ; places between the two
        lda #0
        sta RUNTIME+2
        sta RUNTIME+3
        sta RUNTIME+4
        cpx #32
        bcs @far
@bytes: cpx #8
        bcc @bits
        lda RUNTIME+3
        ora RUNTIME+4
        sta RUNTIME+4
        lda ARG+4
        sta RUNTIME+3
        lda ARG+5
        sta ARG+4
        lda ARG+6
        sta ARG+5
        lda #0
        sta ARG+6
        txa
        sbc #8
        tax
        bcs @bytes
@special:
        lda ARG+2
        asl a
        ora ARG+1
        ora ARG
        bne @nan
        lda ARG+3
        eor ARG+7
        bpl @infinity
        lda ARG+6
        asl a
        lda ARG+7
        rol a
        cmp #$ff
        bne @infinity
        lda #3                  ; infinity less infinity
        jmp __float_special
@nan:   lda #4
        jmp __float_nan
@far:   lda ARG+4
        ora ARG+5
        ora ARG+6
        sta RUNTIME+4
        lda #0
        sta ARG+4
        sta ARG+5
        sta ARG+6
        beq @aligned
@lost:  lda #1
        sta RUNTIME+4
@bits:  dex
        bmi @aligned
        lsr ARG+6
        ror ARG+5
        ror ARG+4
        ror RUNTIME+3
        bcs @lost
        bcc @bits
@infinity:
        rts
@aligned:
        lda RUNTIME
        eor ARG+7
        bmi @subtract
        clc
        lda ARG
        adc ARG+4
        sta ARG
        lda ARG+1
        adc ARG+5
        sta ARG+1
        lda ARG+2
        adc ARG+6
        sta ARG+2
        bcc @pack
        ror ARG+2
        ror ARG+1
        ror ARG
        ror RUNTIME+3
        bcc @up
        lda #1
        sta RUNTIME+4
@up:    inc RUNTIME+1
@pack:  jmp __float_pack
@subtract:
        lda #0
        cmp RUNTIME+4           ; what follows behind the eight bits borrows one
        sbc RUNTIME+3
        sta RUNTIME+3
        lda ARG
        sbc ARG+4
        sta ARG
        lda ARG+1
        sbc ARG+5
        sta ARG+1
        lda ARG+2
        sbc ARG+6
        sta ARG+2
        bmi @pack
        ora ARG+1
        ora ARG
        ora RUNTIME+3
        beq @zero
@shift: ldx RUNTIME+1
        dex
        beq @pack               ; a subnormal number
        lda ARG+2
        bne @place
        cpx #8
        bcc @place
        txa
        sbc #7
        sta RUNTIME+1
        lda ARG+1
        sta ARG+2
        lda ARG
        sta ARG+1
        lda RUNTIME+3
        sta ARG
        lda #0
        sta RUNTIME+3
        lda ARG+2
        bmi @pack
        bpl @shift
@place: stx RUNTIME+1
        asl RUNTIME+3
        rol ARG
        rol ARG+1
        rol ARG+2
        bpl @shift
        bmi @pack
@zero:  sta RUNTIME             ; zero has a plus
        jmp __float_special
