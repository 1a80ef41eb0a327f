; Products and quotients of floats of 64 bits, with the bytes of RUNTIME as in double.s.

; Begins a product or a quotient: its sign, and both operands taken apart. A is 0 if both are numbers. Else Y tells what the second
; is, RUNTIME+3 what the first is, and A both; the carry is set if one is a NaN.
__double_begin:
        lda ARG+7
        eor ARG+15
        and #$80
        sta RUNTIME
        ldx #0
        jsr __double_apart
        sta RUNTIME+3
        ldx #8
        jsr __double_apart
        tay
        ora RUNTIME+3
        cmp #4
        tax
        rts

; ARG0-7 * ARG8-15 -> ARG0-7.
__muldf3:
        jsr __double_begin
        beq @numbers
        bcc @special            ; 1 zero, 2 infinity, 3 the one times the other
        lda RUNTIME+3
        jmp __double_nan
@special:
        cmp #1
        bne @other
        lda #0
@other: jmp __double_special
@numbers:
        clc
        lda RUNTIME+1
        adc RUNTIME+9
        sta RUNTIME+1
        lda RUNTIME+2
        adc RUNTIME+10
        sta RUNTIME+2
        sec
        lda RUNTIME+1
        sbc #<1022
        sta RUNTIME+1
        lda RUNTIME+2
        sbc #>1022
        sta RUNTIME+2
        ldx #6                  ; the product: RUNTIME+5-11, behind it what the second significand leaves room for
        lda #0
@clear: sta RUNTIME+5,x
        dex
        bpl @clear
        ldy #3                  ; three places up: bit 52 of the result is then bit 4 of RUNTIME+11
@up:    asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        rol ARG+4
        rol ARG+5
        rol ARG+6
        dey
        bne @up
        inx
@byte:  lda ARG+8,x
        beq @zero
        lsr a
        sta ARG+8,x
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
        sta RUNTIME+7
        lda RUNTIME+8
        adc ARG+3
        sta RUNTIME+8
        lda RUNTIME+9
        adc ARG+4
        sta RUNTIME+9
        lda RUNTIME+10
        adc ARG+5
        sta RUNTIME+10
        lda RUNTIME+11
        adc ARG+6
        ror a
        sta RUNTIME+11
        ror RUNTIME+10
        ror RUNTIME+9
        ror RUNTIME+8
        ror RUNTIME+7
        ror RUNTIME+6
        ror RUNTIME+5
        ror ARG+8,x
        dey
        bne @bit
        beq @next
@none:  lsr RUNTIME+11
        ror RUNTIME+10
        ror RUNTIME+9
        ror RUNTIME+8
        ror RUNTIME+7
        ror RUNTIME+6
        ror RUNTIME+5
        ror ARG+8,x
        dey
        bne @bit
        beq @next
@zero:  lda RUNTIME+5
        sta ARG+8,x
        lda RUNTIME+6
        sta RUNTIME+5
        lda RUNTIME+7
        sta RUNTIME+6
        lda RUNTIME+8
        sta RUNTIME+7
        lda RUNTIME+9
        sta RUNTIME+8
        lda RUNTIME+10
        sta RUNTIME+9
        lda RUNTIME+11
        sta RUNTIME+10
        sty RUNTIME+11
@next:  inx
        cpx #7
        beq @product
        jmp @byte
@product:
        lda RUNTIME+11
        and #$10
        bne @ready
        asl ARG+13
        rol ARG+14
        rol RUNTIME+5
        rol RUNTIME+6
        rol RUNTIME+7
        rol RUNTIME+8
        rol RUNTIME+9
        rol RUNTIME+10
        rol RUNTIME+11
        lda RUNTIME+1
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
@ready: lda ARG+14
        sta RUNTIME+3
        lda ARG+13
        ora ARG+12
        ora ARG+11
        ora ARG+10
        ora ARG+9
        ora ARG+8
        sta RUNTIME+4
        jmp __double_result

; ARG0-7 / ARG8-15 -> ARG0-7.
__divdf3:
        jsr __double_begin
        beq @numbers
        lda RUNTIME+3
        bcc @special
        jmp __double_nan
@special:
        cpy RUNTIME+3
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
@give:  jmp __double_special
@numbers:
        sec
        lda RUNTIME+1
        sbc RUNTIME+9
        sta RUNTIME+1
        lda RUNTIME+2
        sbc RUNTIME+10
        sta RUNTIME+2
        clc
        lda RUNTIME+1
        adc #<1023
        sta RUNTIME+1
        lda RUNTIME+2
        adc #>1023
        sta RUNTIME+2
        lda ARG                 ; the dividend is to be the larger one, so that the quotient begins with a 1
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
        bcs @start
        lda RUNTIME+1
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
        asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        rol ARG+4
        rol ARG+5
        rol ARG+6
@start: ldx #6                  ; RUNTIME+5-11 the quotient: 55 bits, of which two lie behind the result
        ldy #7
        lda #0
        sta RUNTIME+11
@bit:   lda ARG+6
        cmp ARG+14
        bne @decided
        lda ARG+5
        cmp ARG+13
        bne @decided
        lda ARG+4
        cmp ARG+12
        bne @decided
        lda ARG+3
        cmp ARG+11
        bne @decided
        lda ARG+2
        cmp ARG+10
        bne @decided
        lda ARG+1
        cmp ARG+9
        bne @decided
        lda ARG
        cmp ARG+8
@decided:
        bcc @none
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
        sec
@none:  rol RUNTIME+5,x
        asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        rol ARG+4
        rol ARG+5
        rol ARG+6
        dey
        bne @bit
        ldy #8
        dex
        bpl @bit
        lda ARG
        ora ARG+1
        ora ARG+2
        ora ARG+3
        ora ARG+4
        ora ARG+5
        ora ARG+6
        sta RUNTIME+4
        lda #0
        sta RUNTIME+3
        ldx #2
@down:  lsr RUNTIME+11
        ror RUNTIME+10
        ror RUNTIME+9
        ror RUNTIME+8
        ror RUNTIME+7
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        dex
        bne @down
        jmp __double_result
