; Sums and differences of floats of 64 bits, with the bytes of RUNTIME as in double.s.

; ARG0-7 - ARG8-15 -> ARG0-7.
__subdf3:
        lda ARG+15
        eor #$80
        sta ARG+15
        jmp __adddf3

; ARG0-7 + ARG8-15 -> ARG0-7.
__adddf3:
        lda ARG                 ; the operand that is farther from zero comes first
        cmp ARG+8
        lda ARG+1
        sbc ARG+9
        lda ARG+2
        sbc ARG+10
        lda ARG+3
        sbc ARG+11
        lda ARG+4
        sbc ARG+12
        lda ARG+5
        sbc ARG+13
        lda ARG+6
        sbc ARG+14
        lda ARG+15
        and #$7f
        sta RUNTIME+5
        lda ARG+7
        and #$7f
        sbc RUNTIME+5
        bcs @ordered
        ldx #7
@swap:  ldy ARG,x
        lda ARG+8,x
        sta ARG,x
        sty ARG+8,x
        dex
        bpl @swap
@ordered:
        lda ARG+7
        and #$80
        sta RUNTIME
        ldx #8
        jsr __double_exponent
        bne @first
        inc RUNTIME+9           ; a subnormal number or zero has the exponent of the smallest others
@first: ldx #0
        jsr __double_exponent
        bne @normal
        inc RUNTIME+1
@normal:
        lda #0
        sta RUNTIME+3
        sta RUNTIME+4
        lda RUNTIME+1
        cmp #$ff
        bne @finite
        lda RUNTIME+2
        cmp #7
        bcs @special
@finite:
        sec
        lda RUNTIME+1
        sbc RUNTIME+9
        tax                     ; places between the two
        lda RUNTIME+2
        sbc RUNTIME+10
        bne @far
        cpx #64
        bcs @far
@bytes: cpx #8
        bcc @bits
        lda RUNTIME+3
        ora RUNTIME+4
        sta RUNTIME+4
        lda ARG+8
        sta RUNTIME+3
        lda ARG+9
        sta ARG+8
        lda ARG+10
        sta ARG+9
        lda ARG+11
        sta ARG+10
        lda ARG+12
        sta ARG+11
        lda ARG+13
        sta ARG+12
        lda ARG+14
        sta ARG+13
        lda #0
        sta ARG+14
        txa
        sbc #8
        tax
        bcs @bytes
@special:
        lda ARG+6
        ora #$f0
        sta ARG+6
        and #$0f
        ora ARG+5
        ora ARG+4
        ora ARG+3
        ora ARG+2
        ora ARG+1
        ora ARG
        bne @nan
        lda ARG+7
        eor ARG+15
        bpl @infinity
        lda RUNTIME+9
        cmp #$ff
        bne @infinity
        lda RUNTIME+10
        cmp #7
        bne @infinity
        lda #3                  ; infinity less infinity
        jmp __double_special
@nan:   lda #4
        jmp __double_nan
@far:   ldx #6
        lda #0
@gather:
        ora ARG+8,x
        dex
        bpl @gather
        sta RUNTIME+4
        lda #0
        ldx #6
@empty: sta ARG+8,x
        dex
        bpl @empty
        bmi @aligned
@lost:  lda #1
        sta RUNTIME+4
@bits:  dex
        bmi @aligned
        lsr ARG+14
        ror ARG+13
        ror ARG+12
        ror ARG+11
        ror ARG+10
        ror ARG+9
        ror ARG+8
        ror RUNTIME+3
        bcs @lost
        bcc @bits
@infinity:
        rts
@aligned:
        lda RUNTIME
        eor ARG+15
        bmi @subtract
        clc
        lda ARG
        adc ARG+8
        sta ARG
        lda ARG+1
        adc ARG+9
        sta ARG+1
        lda ARG+2
        adc ARG+10
        sta ARG+2
        lda ARG+3
        adc ARG+11
        sta ARG+3
        lda ARG+4
        adc ARG+12
        sta ARG+4
        lda ARG+5
        adc ARG+13
        sta ARG+5
        lda ARG+6
        adc ARG+14
        sta ARG+6
        and #$20
        beq @pack
        lsr ARG+6
        ror ARG+5
        ror ARG+4
        ror ARG+3
        ror ARG+2
        ror ARG+1
        ror ARG
        ror RUNTIME+3
        bcc @up
        lda #1
        sta RUNTIME+4
@up:    inc RUNTIME+1
        bne @pack
        inc RUNTIME+2
@pack:  jmp __double_pack
@subtract:
        lda #0
        cmp RUNTIME+4           ; what follows behind the eight bits borrows one
        sbc RUNTIME+3
        sta RUNTIME+3
        lda ARG
        sbc ARG+8
        sta ARG
        lda ARG+1
        sbc ARG+9
        sta ARG+1
        lda ARG+2
        sbc ARG+10
        sta ARG+2
        lda ARG+3
        sbc ARG+11
        sta ARG+3
        lda ARG+4
        sbc ARG+12
        sta ARG+4
        lda ARG+5
        sbc ARG+13
        sta ARG+5
        lda ARG+6
        sbc ARG+14
        sta ARG+6
        ora ARG+5
        ora ARG+4
        ora ARG+3
        ora ARG+2
        ora ARG+1
        ora ARG
        ora RUNTIME+3
        beq @zero
@shift: lda ARG+6
        and #$10
        bne @pack
        lda RUNTIME+2
        bne @room
        ldx RUNTIME+1
        dex
        beq @pack               ; a subnormal number
        cpx #8
        bcc @place
@room:  lda ARG+6
        bne @place
        lda ARG+5
        cmp #$20
        bcs @place
        lda RUNTIME+1           ; eight less, as the carry is clear
        sbc #7
        sta RUNTIME+1
        bcs @whole
        dec RUNTIME+2
@whole: ldx #6
@move:  lda ARG-1,x
        sta ARG,x
        dex
        bne @move
        lda RUNTIME+3
        sta ARG
        stx RUNTIME+3
        jmp @shift
@place: lda RUNTIME+1
        bne @down
        dec RUNTIME+2
@down:  dec RUNTIME+1
        asl RUNTIME+3
        rol ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        rol ARG+4
        rol ARG+5
        rol ARG+6
        jmp @shift
@zero:  sta RUNTIME             ; zero has a plus
        jmp __double_special
