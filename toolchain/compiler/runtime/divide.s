; Division, truncating; the remainder has the dividend's sign. Division by zero ends with some result.

; A / X -> A quotient, X remainder.
__udiv8:
        stx RUNTIME
        asl a
        sta RUNTIME+1           ; dividend, the quotient moving in behind it
        lda #0
        ldx #8
@bit:   rol a
        bcs @nine
        cmp RUNTIME
        bcc @next
        sbc RUNTIME
@next:  rol RUNTIME+1
        dex
        bne @bit
        tax
        lda RUNTIME+1
        rts
@nine:  sbc RUNTIME             ; a remainder of nine bits is above every divisor
        sec
        bcs @next

; ARG0-X / Y -> ARG0-X quotient, A remainder: a dividend of X + 1 bytes, a divisor of one.
__udivbyte:
        sty RUNTIME
        lda #0
@byte:  tay
        bne @bits
        lda ARG,x               ; no remainder so far: is the byte below the divisor, it is the next remainder
        cmp RUNTIME
        bcs @whole
        sty ARG,x
        bcc @next
@whole: tya
@bits:  ldy #4
        asl ARG,x
@bit:   rol a                   ; the quotient's bits follow the dividend's by the carry, two to a round
        bcs @one
        cmp RUNTIME
        bcc @zero
@one:   sbc RUNTIME
        sec
@zero:  rol ARG,x
        rol a
        bcs @take
        cmp RUNTIME
        bcc @none
@take:  sbc RUNTIME
        sec
@none:  rol ARG,x
        dey
        bne @bit
@next:  dex
        bpl @byte
        rts

; ARG0-X / 10 -> ARG0-X quotient, A remainder: a dividend of X + 1 bytes. Byte by byte, with r for the remainder so far:
; 256 r + b = 10 (25 r) + (6 r + b). The second sum is below 310, and its half with the bit that falls out below has tables.
; The three lowest bytes have code of their own, in which X need not count and is free for the tables.
__udivten:
        lda ARG,x
        bne @first
        dex
        bpl __udivten
        rts
@first: lsr a                   ; no remainder so far
        tay
        lda @fifth,y
        sta ARG,x
        lda @twice,y
        adc #0
        tay
        dex
        bmi @last
        cpx #1
        bcc @zero
        clc
        beq @one
        cpx #3
        bcs @more
        bcc @two
@last:  tya
        rts
@more:  clc
        lda @quarter,y
        sta RUNTIME
        lda ARG,x
        adc @six,y
        ror a
        tay
        lda @twice,y
        adc #0
        sta RUNTIME+1
        lda @fifth,y
        adc RUNTIME
        sta ARG,x
        ldy RUNTIME+1
        dex
        cpx #3
        bcs @more
@two:   lda ARG+2               ; the carry is clear, also after each byte, as its quotient is below 256
        adc @six,y
        ror a
        tax
        lda @twice,x
        adc #0
        sta RUNTIME
        lda @quarter,y
        adc @fifth,x
        sta ARG+2
        ldy RUNTIME
@one:   lda ARG+1
        adc @six,y
        ror a
        tax
        lda @twice,x
        adc #0
        sta RUNTIME
        lda @quarter,y
        adc @fifth,x
        sta ARG+1
        ldy RUNTIME
@zero:  lda ARG
        adc @six,y
        ror a
        tax
        lda @twice,x
        adc #0
        sta RUNTIME
        lda @quarter,y
        adc @fifth,x
        sta ARG
        lda RUNTIME
        rts
@six:   .byte 0, 6, 12, 18, 24, 30, 36, 42, 48, 54
@quarter:
        .byte 0, 25, 50, 75, 100, 125, 150, 175, 200, 225
@fifth:                         ; m / 5
        .byte 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3
        .byte 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7
        .byte 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11
        .byte 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15
        .byte 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19
        .byte 20, 20, 20, 20, 20, 21, 21, 21, 21, 21, 22, 22, 22, 22, 22, 23, 23, 23, 23, 23
        .byte 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 27, 27, 27, 27, 27
        .byte 28, 28, 28, 28, 28, 29, 29, 29, 29, 29, 30, 30, 30, 30, 30
@twice:                         ; 2 (m mod 5)
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8
        .byte 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8

; ARG0-1 / ARG2-3 -> ARG0-1 quotient, ARG2-3 remainder.
__udiv16:
        lda ARG+3
        bne @wide
        ldy ARG+2
        ldx #1
        jsr __udivbyte
        sta ARG+2
        rts
@wide:  lda ARG+1               ; a divisor above 255: the quotient has one byte, the high byte is remainder already
        ldy #0
        sty RUNTIME             ; the remainder: A low, RUNTIME high
        sty ARG+1
        ldx #8
@bit:   asl ARG
        rol a
        rol RUNTIME
        cmp ARG+2
        tay
        lda RUNTIME
        sbc ARG+3
        bcc @none
        sta RUNTIME
        tya
        sbc ARG+2
        inc ARG
        dex
        bne @bit
        beq @done
@none:  tya
        dex
        bne @bit
@done:  sta ARG+2
        lda RUNTIME
        sta ARG+3
        rts

; ARG0-3 / ARG4-7 -> ARG0-3 quotient, ARG4-7 remainder.
__udiv32:
        lda ARG+7
        ora ARG+6
        ora ARG+5
        bne @wide
        ldy ARG+4
        ldx #3
        jsr __udivbyte
        sta ARG+4
        rts
@wide:  lda #0
        sta RUNTIME             ; the remainder: RUNTIME0-3
        sta RUNTIME+1
        sta RUNTIME+2
        sta RUNTIME+3
        ldx #3                  ; the byte of the dividend that becomes one of the quotient
@byte:  lda RUNTIME+3           ; is the divisor above the remainder with another byte behind it?
        bne @bits
        lda ARG,x
        cmp ARG+4
        lda RUNTIME
        sbc ARG+5
        lda RUNTIME+1
        sbc ARG+6
        lda RUNTIME+2
        sbc ARG+7
        bcs @bits
        lda RUNTIME+2           ; then this byte of the quotient is zero: move all by a byte
        sta RUNTIME+3
        lda RUNTIME+1
        sta RUNTIME+2
        lda RUNTIME
        sta RUNTIME+1
        lda ARG,x
        sta RUNTIME
        lda #0
        sta ARG,x
        dex
        bpl @byte
        bmi @done
@bits:  ldy #8
        asl ARG,x
@bit:   rol RUNTIME
        rol RUNTIME+1
        rol RUNTIME+2
        rol RUNTIME+3
        lda RUNTIME+3           ; most often the top byte decides
        cmp ARG+7
        bne @known
        lda RUNTIME+2
        cmp ARG+6
        bne @known
        lda RUNTIME+1
        cmp ARG+5
        bne @known
        lda RUNTIME
        cmp ARG+4
@known: bcc @none
        lda RUNTIME
        sbc ARG+4
        sta RUNTIME
        lda RUNTIME+1
        sbc ARG+5
        sta RUNTIME+1
        lda RUNTIME+2
        sbc ARG+6
        sta RUNTIME+2
        lda RUNTIME+3
        sbc ARG+7
        sta RUNTIME+3
@none:  rol ARG,x
        dey
        bne @bit
        dex
        bpl @byte
@done:  lda RUNTIME
        sta ARG+4
        lda RUNTIME+1
        sta ARG+5
        lda RUNTIME+2
        sta ARG+6
        lda RUNTIME+3
        sta ARG+7
        rts

; ARG0-7 / ARG8-15 -> ARG0-7 quotient, ARG8-15 remainder, as __udiv32. Indices run up to 0 and wrap within the zero page.
__udiv64:
        ldx #7
@test:  lda ARG+8,x
        bne @wide
        dex
        bne @test
        ldy ARG+8
        ldx #7
        jsr __udivbyte
        sta ARG+8
        rts
@wide:  lda #0
        ldx #7
@clear: sta RUNTIME,x
        dex
        bpl @clear
        lda #8
        sta RUNTIME+8           ; bytes to go
@byte:  lda RUNTIME+7
        bne @bits
        ldx #$f9
        lda ARG+7
        cmp ARG+8
@above: lda RUNTIME+7,x
        sbc ARG+16,x
        inx
        bne @above
        bcs @bits
        ldx #6
@move:  lda RUNTIME,x
        sta RUNTIME+1,x
        dex
        bpl @move
        lda ARG+7
        sta RUNTIME
        ldx #6
@shift: lda ARG,x
        sta ARG+1,x
        dex
        bpl @shift
        lda #0
        sta ARG
        dec RUNTIME+8
        bne @byte
        beq @done
@bits:  ldy #8
@bit:   ldx #$f8
        clc
@dividend:
        rol ARG+8,x
        inx
        bne @dividend
        ldx #$f8
@remainder:
        rol RUNTIME+8,x
        inx
        bne @remainder
        ldx #$f8
        sec
@compare:
        lda RUNTIME+8,x
        sbc ARG+16,x
        inx
        bne @compare
        bcc @none
        ldx #$f8
@take:  lda RUNTIME+8,x
        sbc ARG+16,x
        sta RUNTIME+8,x
        inx
        bne @take
        inc ARG
@none:  dey
        bne @bit
        dec RUNTIME+8
        bne @byte
@done:  ldx #7
@result:
        lda RUNTIME,x
        sta ARG+8,x
        dex
        bpl @result
        rts

; A / X -> A quotient, X remainder, signed.
__sdiv8:
        sta RUNTIME+2           ; sign of the remainder
        tay
        txa
        eor RUNTIME+2
        sta RUNTIME+3           ; sign of the quotient
        txa
        bpl @divisor
        eor #$ff
        clc
        adc #1
        tax
@divisor:
        tya
        bpl @dividend
        eor #$ff
        clc
        adc #1
@dividend:
        jsr __udiv8
        bit RUNTIME+3
        bpl @quotient
        eor #$ff
        clc
        adc #1
@quotient:
        bit RUNTIME+2
        bpl @done
        tay
        txa
        eor #$ff
        clc
        adc #1
        tax
        tya
@done:  rts

; Negates the Y bytes from ARG+X on.
__negate:
        sec
@byte:  lda #0
        sbc ARG,x
        sta ARG,x
        inx
        dey
        bne @byte
        rts

; ARG0-1 / ARG2-3 -> ARG0-1 quotient, ARG2-3 remainder, signed.
__sdiv16:
        lda ARG+1
        sta RUNTIME+9           ; sign of the remainder
        eor ARG+3
        sta RUNTIME+10          ; sign of the quotient
        lda ARG+3
        bpl @divisor
        ldx #2
        ldy #2
        jsr __negate
@divisor:
        lda ARG+1
        bpl @dividend
        ldx #0
        ldy #2
        jsr __negate
@dividend:
        jsr __udiv16
        lda RUNTIME+10
        bpl @quotient
        ldx #0
        ldy #2
        jsr __negate
@quotient:
        lda RUNTIME+9
        bpl @done
        ldx #2
        ldy #2
        jmp __negate
@done:  rts

; ARG0-3 / ARG4-7 -> ARG0-3 quotient, ARG4-7 remainder, signed.
__sdiv32:
        lda ARG+3
        sta RUNTIME+9
        eor ARG+7
        sta RUNTIME+10
        lda ARG+7
        bpl @divisor
        ldx #4
        ldy #4
        jsr __negate
@divisor:
        lda ARG+3
        bpl @dividend
        ldx #0
        ldy #4
        jsr __negate
@dividend:
        jsr __udiv32
        lda RUNTIME+10
        bpl @quotient
        ldx #0
        ldy #4
        jsr __negate
@quotient:
        lda RUNTIME+9
        bpl @done
        ldx #4
        ldy #4
        jmp __negate
@done:  rts

; ARG0-7 / ARG8-15 -> ARG0-7 quotient, ARG8-15 remainder, signed.
__sdiv64:
        lda ARG+7
        sta RUNTIME+9
        eor ARG+15
        sta RUNTIME+10
        lda ARG+15
        bpl @divisor
        ldx #8
        ldy #8
        jsr __negate
@divisor:
        lda ARG+7
        bpl @dividend
        ldx #0
        ldy #8
        jsr __negate
@dividend:
        jsr __udiv64
        lda RUNTIME+10
        bpl @quotient
        ldx #0
        ldy #8
        jsr __negate
@quotient:
        lda RUNTIME+9
        bpl @done
        ldx #8
        ldy #8
        jmp __negate
@done:  rts
