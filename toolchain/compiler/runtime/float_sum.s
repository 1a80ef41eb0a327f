; Sums and differences of floats of 32 bits, with the bytes of RUNTIME as in float.s.

; ARG0-3 - ARG4-7 -> ARG0-3.
__subsf3:
        lda ARG+7
        eor #$80
        sta ARG+7
        jmp __addsf3

; ARG0-3 + ARG4-7 -> ARG0-3.
__addsf3:
        lda ARG+6
        cmp #$80                ; the exponent's lowest bit, which gives its place to bit 23 of the significand
        ora #$80
        sta ARG+6
        lda ARG+7
        rol a
        beq @small
        cmp #$ff
        beq @special
        tay                     ; exponents: Y the second, X the first
@second:
        lda ARG+2
        cmp #$80
        ora #$80
        sta ARG+2
        lda ARG+3
        rol a
        beq @tiny
        cmp #$ff
        beq @huge
        tax
@first: stx RUNTIME+1
        sty RUNTIME+5
        lda #0
        sta RUNTIME+3
        sta RUNTIME+4
        txa
        sec
        sbc RUNTIME+5           ; places between the two
        bcs @ordered
        eor #$ff                ; the operand of the larger exponent comes first; the signs stay where they are
        adc #1
        tax
        sty RUNTIME+1
        lda ARG
        ldy ARG+4
        sta ARG+4
        sty ARG
        lda ARG+1
        ldy ARG+5
        sta ARG+5
        sty ARG+1
        lda ARG+6
        ldy ARG+2
        sta ARG+2
        sty ARG+6
        lda ARG+7
        bcc @sign
@small: asl ARG+6               ; a subnormal number or zero: no bit 23, and the exponent of the smallest others
        lsr ARG+6
        ldy #1
        bne @second
@tiny:  asl ARG+2
        lsr ARG+2
        ldx #1
        bne @first
@special:                       ; of infinity and NaN, the exponent's lowest bit was set already
        lda ARG+6
        asl a
        ora ARG+5
        ora ARG+4
        bne @nan                ; the second, as A is not 4
        lda ARG+2
        asl a
        lda ARG+3
        rol a
        cmp #$ff
        bne @infinity
        lda ARG+2
        asl a
        ora ARG+1
        ora ARG
        bne @own
        lda ARG+3
        eor ARG+7
        bpl @same
        lda #3                  ; infinity less infinity
        jmp __float_special
@infinity:
        lda ARG+7
        and #$80
        sta RUNTIME
@over:  lda #2
        jmp __float_special
@huge:  lda ARG+2               ; the first is infinite or a NaN, and the second a number
        asl a
        ora ARG+1
        ora ARG
        beq @same
@own:   lda #4
        jmp __float_nan
@nan:   lda #0
        jmp __float_nan
@same:  rts
@ordered:
        tax
        lda ARG+3
@sign:  and #$80
        sta RUNTIME
        lda ARG+6
        cpx #8
        bcs @bytes
@bits:  dex
        bmi @aligned
@bit:   lsr a
        ror ARG+5
        ror ARG+4
        ror RUNTIME+3
        dex
        bpl @bit
@aligned:
        sta ARG+6
        lda ARG+3
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
        bcc @sum
        ror a
        ror ARG+1
        ror ARG
        ror RUNTIME+3
        bcc @up
        ldx #1
        stx RUNTIME+4
@up:    inc RUNTIME+1
@sum:   sta ARG+2
        lda RUNTIME+1
        cmp #$ff
        bcs @over
        sbc #0                  ; the carry is clear: one less
        jmp __float_round
@bytes: cpx #32
        bcs @far
@byte:  sec
        ldy RUNTIME+3
        beq @move
        sty RUNTIME+4
@move:  ldy ARG+4
        sty RUNTIME+3
        ldy ARG+5
        sty ARG+4
        sta ARG+5
        txa
        sbc #8
        tax
        lda #0
        cpx #8
        bcs @byte
        lda @lost,x
        and RUNTIME+3
        ora RUNTIME+4
        sta RUNTIME+4
        lda #0
        beq @bits
@lost:  .byte 0, 1, 3, 7, 15, 31, 63, 127
@far:   lda ARG+4
        ora ARG+5
        ora ARG+6
        sta RUNTIME+4
        lda #0
        sta ARG+4
        sta ARG+5
        beq @aligned
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
        bcc @negative
        bmi @sum
@positive:
        ldx RUNTIME+1
        tay
        bne @place
        ora ARG+1               ; the highest byte is zero
        ora ARG
        ora RUNTIME+3
        beq @zero
@eight: cpx #9
        lda #0
        bcc @place
        txa
        sbc #8
        tax
        lda ARG+1
        ldy ARG
        sty ARG+1
        ldy RUNTIME+3
        sty ARG
        ldy #0
        sty RUNTIME+3
        tay
        beq @eight
        bmi @normal
@place: dex
        beq @subnormal
        asl RUNTIME+3
        rol ARG
        rol ARG+1
        rol a
        bpl @place
@normal:
        stx RUNTIME+1
        bmi @sum
@subnormal:
        inx
        stx RUNTIME+1
        bne @sum
@negative:
        sta ARG+2               ; with equal exponents the second may be the larger one: nothing lies behind
        sec
        lda #0
        sbc ARG
        sta ARG
        lda #0
        sbc ARG+1
        sta ARG+1
        lda RUNTIME
        eor #$80
        sta RUNTIME
        lda #0
        sbc ARG+2
        jmp @positive
@zero:  sta ARG+2               ; with a plus
        sta ARG+3
        rts
