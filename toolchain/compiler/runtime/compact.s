; Routines with the operands, results and changes of those of the same name in multiply.s and divide.s, in fewer bytes and more cycles:
; for programs for size.

; A * X -> A low, X high byte. At most 202 cycles.
__mul8:
        stx RUNTIME
        ldx #8
        lsr a                   ; first bit of the multiplier into the carry
        sta RUNTIME+1
        lda #0
@bit:   bcc @next
        clc
        adc RUNTIME
@next:  ror a                   ; the product moves in where the multiplier moves out
        ror RUNTIME+1
        dex
        bne @bit
        tax
        lda RUNTIME+1
        rts

; ARG0-1 * ARG2-3 -> ARG0-1.
__mul16:
        ldy #0                  ; the product: Y low, RUNTIME high
        sty RUNTIME
        beq @test
@bit:   lsr ARG+3
        ror ARG+2
        bcc @double
        clc
        tya
        adc ARG
        tay
        lda RUNTIME
        adc ARG+1
        sta RUNTIME
@double:
        asl ARG
        rol ARG+1
@test:  lda ARG+2
        ora ARG+3
        bne @bit
        sty ARG
        lda RUNTIME
        sta ARG+1
        rts

; ARG0-1 * ARG2-3 -> ARG0-3, unsigned: the way of the fast form, with two bits to a round of a loop in place of eight steps.
__umulhisi3:
        ldx #0
        lda ARG+2
        bne @less
        lda ARG+3
        beq @zero
        dec ARG+3
@less:  dec ARG+2               ; one less: the carry is set where it is added
        txa
        sta RUNTIME
@byte:  ldy ARG,x
        beq @move
        ldy #4
        sty RUNTIME+2
        lsr ARG,x
@bit:   bcc @one
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@one:   ror a
        ror RUNTIME
        ror ARG,x
        bcc @two
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@two:   ror a
        ror RUNTIME
        ror ARG,x
        dec RUNTIME+2
        bne @bit
@next:  inx
        cpx #2
        bne @byte
        sta ARG+3
        lda RUNTIME
        sta ARG+2
        rts
@move:  ldy RUNTIME             ; a byte without a bit
        sty ARG,x
        sta RUNTIME
        lda #0
        beq @next
@zero:  sta ARG
        sta ARG+1
        rts

; ARG0-1 / ARG2-3 -> ARG0-1 quotient, ARG2-3 remainder.
__udiv16:
        ldx #16
        lda #0                  ; the remainder: A low, RUNTIME high
        sta RUNTIME
@bit:   asl ARG                 ; the dividend, the quotient moving in behind it
        rol ARG+1
        rol a
        rol RUNTIME
        bcs @take               ; a remainder of seventeen bits is above every divisor
        tay
        cmp ARG+2
        lda RUNTIME
        sbc ARG+3
        tya
        bcc @next
@take:  sbc ARG+2
        tay
        lda RUNTIME
        sbc ARG+3
        sta RUNTIME
        tya
        inc ARG
@next:  dex
        bne @bit
        sta ARG+2
        lda RUNTIME
        sta ARG+3
        rts

; ARG0-X / 10 -> ARG0-X quotient, A remainder: a dividend of X + 1 bytes. Byte by byte, with r for the remainder so far:
; 256 r + b = 10 (25 r) + (6 r + b).
__udivten:
        lda ARG,x
        bne @first
        dex
        bpl __udivten
        rts
@first: ldy #0
        cmp #10
        bcs @divide
        sty ARG,x
        tay
        dex
        bmi @last
@byte:  lda ARG,x
        clc
        adc @six,y
        bcc @divide
        iny                     ; 256 more: 25 tens and 6
        adc #5
@divide:
        sta RUNTIME
        lsr a                   ; a tenth of a byte: (n + n/2 + n/16 + ...) / 16, exact for every byte
        sta RUNTIME+1
        lsr a
        adc RUNTIME+1
        ror a
        lsr a
        lsr a
        adc RUNTIME+1
        ror a
        adc RUNTIME+1
        ror a
        lsr a
        lsr a
        sta RUNTIME+1
        clc
        adc @quarter,y
        sta ARG,x
        lda RUNTIME+1
        asl a
        asl a
        adc RUNTIME+1
        asl a
        eor #$ff
        sec
        adc RUNTIME
        tay
        dex
        bpl @byte
@last:  tya
        rts
@six:   .byte 0, 6, 12, 18, 24, 30, 36, 42, 48, 54
@quarter:
        .byte 0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250
