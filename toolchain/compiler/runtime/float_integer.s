; Comparisons of floats of 32 bits, and conversions from and to integers.

; Whether ARG0-3 is less than ARG4-7, equal or more: A is -1, 0 or 1. 1 if either is a NaN.
__lesf2:
        ldy #1
        jmp __float_compare

; The same, but -1 if either is a NaN.
__gesf2:
        ldy #$ff
        jmp __float_compare

; Whether ARG0-3 or ARG4-7 is a NaN: A is 1 or 0.
__unordsf2:
        ldy #2
        jsr __float_compare
        cmp #2
        beq @nan
        lda #0
        rts
@nan:   lsr a
        rts

; As __lesf2, but A is Y if either is a NaN.
__float_compare:
        lda ARG+3
        asl a
        cmp #$fe
        bcs @large
        lda ARG+7
        asl a
        cmp #$fe
        bcs @large
@numbers:
        lda ARG+3
        eor ARG+7
        bmi @signs
        lda ARG+3
        cmp ARG+7
        bne @differ
        lda ARG+2
        cmp ARG+6
        bne @differ
        lda ARG+1
        cmp ARG+5
        bne @differ
        lda ARG
        cmp ARG+4
        bne @differ
        lda #0
        rts
@differ:
        ror a                   ; bit 7: the first is farther from zero; then, whether it is the higher one
        eor ARG+3
        bmi @more
@less:  lda #$ff
        rts
@signs: lda ARG+3
        ora ARG+7
        asl a
        bne @sign
        ora ARG                 ; zeros are equal, whatever their signs
        ora ARG+1
        ora ARG+2
        ora ARG+4
        ora ARG+5
        ora ARG+6
        beq @equal
@sign:  lda ARG+3
        bmi @less
@more:  lda #1
@equal: rts
@large: ldx #4
@each:  lda ARG+3,x             ; a NaN is farther from zero than infinity
        and #$7f
        sta RUNTIME
        lda #0
        cmp ARG,x
        sbc ARG+1,x
        lda #$80
        sbc ARG+2,x
        lda #$7f
        sbc RUNTIME
        bcc @nan
        dex
        dex
        dex
        dex
        bpl @each
        bmi @numbers
@nan:   tya
        rts

; The signed integer in ARG0-3 as a float.
__floatsisf:
        lda ARG+3
        and #$80
        sta RUNTIME
        beq @plus
        sec
        lda #0
        sbc ARG
        sta ARG
        lda #0
        sbc ARG+1
        sta ARG+1
        lda #0
        sbc ARG+2
        sta ARG+2
        lda #0
        sbc ARG+3
        sta ARG+3
@plus:  jmp __float_integer

; The unsigned integer in ARG0-3 as a float.
__floatunsisf:
        lda #0
        sta RUNTIME
        jmp __float_integer

; The same, with the sign of the result in RUNTIME.
__float_integer:
        lda ARG+3
        bne @four
        lda ARG+2
        bne @three
        lda ARG+1
        bne @two
        lda ARG
        beq @zero
        ldx #134                ; the exponent of a number with bit 7
        tay
        bmi @one
@bit:   dex
        asl a
        bpl @bit
@one:   ldy #0
        sty ARG
        beq @exact
@two:   ldx #142
        tay
        bmi @high
@bits:  dex
        asl ARG
        rol a
        bpl @bits
@high:  ldy ARG
        sty ARG+1
        ldy #0
        sty ARG
        beq @exact
@three: ldx #150
        tay
        bmi @exact
@more:  dex
        asl ARG
        rol ARG+1
        rol a
        bpl @more
@exact: asl a                   ; A: the highest byte of the significand; bit 23 is not stored
        sta ARG+2
        txa
        lsr a
        ora RUNTIME
        sta ARG+3
        ror ARG+2
@zero:  rts
@four:  ldx #157                ; less one, as __float_round wants it
        tay
        bmi @move
@all:   dex
        asl ARG
        rol ARG+1
        rol ARG+2
        rol a
        bpl @all
@move:  ldy ARG
        sty RUNTIME+3
        ldy ARG+1
        sty ARG
        ldy ARG+2
        sty ARG+1
        sta ARG+2
        ldy #0
        sty RUNTIME+4
        txa
        jmp __float_round

; ARG0-3 as a signed integer, without what follows its point; the nearest if there is none, and 0 for a NaN.
__fixsfsi:
        lda ARG+3
        sta RUNTIME
        lda ARG+2
        asl a
        lda ARG+3
        rol a
        cmp #158
        bcs @large
        jsr __float_whole
        bit RUNTIME
        bpl @done
        sec
        lda #0
        sbc ARG
        sta ARG
        lda #0
        sbc ARG+1
        sta ARG+1
        lda #0
        sbc ARG+2
        sta ARG+2
        lda #0
        sbc ARG+3
        sta ARG+3
@done:  rts
@large: cmp #$ff
        bne @end
        lda ARG+2
        asl a
        ora ARG+1
        ora ARG
        beq @end
        lda #0
        tax
        beq @all
@end:   lda #$ff
        ldx #$7f
        bit RUNTIME
        bpl @all
        lda #0
        ldx #$80
@all:   sta ARG
        sta ARG+1
        sta ARG+2
        stx ARG+3
        rts

; The same as an unsigned integer.
__fixunssfsi:
        lda ARG+3
        bmi @zero
        lda ARG+2
        asl a
        lda ARG+3
        rol a
        cmp #159
        bcs @large
        jmp __float_whole
@large: cmp #$ff
        bne @end
        lda ARG+2
        asl a
        ora ARG+1
        ora ARG
        beq @end
@zero:  lda #0
        beq @all
@end:   lda #$ff
@all:   sta ARG
        sta ARG+1
        sta ARG+2
        sta ARG+3
        rts

; The integer part of the number in ARG0-3, without its sign. A is its exponent, biased by 127, and at most 158.
__float_whole:
        ldy #0
        sty ARG+3
        cmp #127
        bcc @zero
        sbc #150                ; the carry is set
        bcs @left
        eor #$ff                ; places to the right
        adc #1
        cmp #8
        bcc @three
        sbc #8
        cmp #8
        bcc @two
        sbc #8
        tax
        lda ARG+2
        ora #$80
        sty ARG+1
        sty ARG+2
        dex
        bmi @low
@bit:   lsr a
        dex
        bpl @bit
@low:   sta ARG
        rts
@two:   tax
        lda ARG+1
        sta ARG
        lda ARG+2
        ora #$80
        sty ARG+2
        dex
        bmi @high
@bits:  lsr a
        ror ARG
        dex
        bpl @bits
@high:  sta ARG+1
        rts
@three: tax
        lda ARG+2
        ora #$80
@more:  lsr a
        ror ARG+1
        ror ARG
        dex
        bne @more
        sta ARG+2
        rts
@left:  tax
        lda ARG+2
        ora #$80
        sta ARG+2
        dex
        bmi @done
@all:   asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        dex
        bpl @all
@done:  rts
@zero:  sty ARG
        sty ARG+1
        sty ARG+2
        rts
