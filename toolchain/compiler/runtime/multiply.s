; Multiplication, modulo the width: sign does not matter.

; A * X -> A low, X high byte. Eight steps, unrolled: at most 123 cycles.
__mul8:
        lsr a                   ; first bit of the multiplier into the carry
        sta RUNTIME+1
        txa
        beq @zero
        dex
        stx RUNTIME             ; one less: the carry is set where it is added
        lda #0
        bcc @1
        adc RUNTIME
@1:     ror a
        ror RUNTIME+1
        bcc @2
        adc RUNTIME
@2:     ror a
        ror RUNTIME+1
        bcc @3
        adc RUNTIME
@3:     ror a
        ror RUNTIME+1
        bcc @4
        adc RUNTIME
@4:     ror a
        ror RUNTIME+1
        bcc @5
        adc RUNTIME
@5:     ror a
        ror RUNTIME+1
        bcc @6
        adc RUNTIME
@6:     ror a
        ror RUNTIME+1
        bcc @7
        adc RUNTIME
@7:     ror a
        ror RUNTIME+1
        bcc @8
        adc RUNTIME
@8:     ror a
        ror RUNTIME+1
        tax
        lda RUNTIME+1
@zero:  rts

; ARG0-1 * ARG2-3 -> ARG0-1. The second factor's high byte counts for the product's high byte only.
__mul16:
        lda #0
        ldx ARG+3
        beq @low
        ldx ARG
        stx RUNTIME
@high:  lsr ARG+3
        bcc @double
        clc
        adc RUNTIME
@double:
        asl RUNTIME
        ldx ARG+3
        bne @high
@low:   sta RUNTIME+1           ; the product: Y low, RUNTIME+1 high
        ldy #0
        lda ARG+2
        beq @done
@bit:   lsr ARG+2
        bcc @shift
        clc
        tya
        adc ARG
        tay
        lda RUNTIME+1
        adc ARG+1
        sta RUNTIME+1
@shift: asl ARG
        rol ARG+1
        lda ARG+2
        bne @bit
@done:  sty ARG
        lda RUNTIME+1
        sta ARG+1
        rts

; ARG0-3 * ARG4-7 -> ARG0-3. The four bytes of the second factor at once, from their lowest bits up: where a bit is set, add the
; first factor at the byte's place. Thus it is doubled eight times and not 32 times.
__mul32:
        ldy #0                  ; the product: Y, X, RUNTIME, RUNTIME+1
        ldx #0
        sty RUNTIME
        sty RUNTIME+1
        beq @test
@all:   lsr ARG+7
        bcc @third
        clc
        lda RUNTIME+1
        adc ARG
        sta RUNTIME+1
@third: lsr ARG+6
        bcc @second
        clc
        lda RUNTIME
        adc ARG
        sta RUNTIME
        lda RUNTIME+1
        adc ARG+1
        sta RUNTIME+1
@second:
        lsr ARG+5
        bcc @first
        clc
        txa
        adc ARG
        tax
        lda RUNTIME
        adc ARG+1
        sta RUNTIME
        lda RUNTIME+1
        adc ARG+2
        sta RUNTIME+1
@first: lsr ARG+4
        bcc @double
        clc
        tya
        adc ARG
        tay
        txa
        adc ARG+1
        tax
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        lda RUNTIME+1
        adc ARG+3
        sta RUNTIME+1
@double:
        asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
@test:  lda ARG+5
        ora ARG+6
        ora ARG+7
        bne @all
        lda ARG+4
        bne @first
        sty ARG
        stx ARG+1
        lda RUNTIME
        sta ARG+2
        lda RUNTIME+1
        sta ARG+3
        rts

; ARG0-1 * ARG2-3 -> ARG0-3, signed: the product of the magnitudes, with its sign.
__mulhisi3:
        lda ARG+1
        eor ARG+3
        sta RUNTIME+1           ; the sign
        lda ARG+1
        bpl @second
        sec
        lda #0
        sbc ARG
        sta ARG
        lda #0
        sbc ARG+1
        sta ARG+1
@second:
        lda ARG+3
        bpl @product
        sec
        lda #0
        sbc ARG+2
        sta ARG+2
        lda #0
        sbc ARG+3
        sta ARG+3
@product:
        jsr __umulhisi3
        bit RUNTIME+1
        bpl @done
        sec
        ldx #0
        txa
        sbc ARG
        sta ARG
        txa
        sbc ARG+1
        sta ARG+1
        txa
        sbc ARG+2
        sta ARG+2
        txa
        sbc ARG+3
        sta ARG+3
@done:  rts

; ARG0-1 * ARG2-3 -> ARG0-3, unsigned. From the first factor's lowest bit up: where a bit is set, add the second factor to A and
; RUNTIME, and move these to the right, into a byte of the product for each byte of the first factor.
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
        lsr ARG,x
        bcc @1
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@1:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @2
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@2:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @3
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@3:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @4
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@4:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @5
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@5:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @6
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@6:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @7
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@7:     ror a
        ror RUNTIME
        ror ARG,x
        bcc @8
        tay
        lda RUNTIME
        adc ARG+2
        sta RUNTIME
        tya
        adc ARG+3
@8:     ror a
        ror RUNTIME
        ror ARG,x
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

; ARG0-7 * ARG8-15 -> ARG0-7. If both factors have 32 bits, as the significands of f32 have, from the second factor's lowest bit up:
; add the first to ARG4-7 where a bit is set, and move these to the right, into a byte of the product for each byte of the factor.
__mul64:
        lda ARG+4
        ora ARG+5
        ora ARG+6
        ora ARG+7
        ora ARG+12
        ora ARG+13
        ora ARG+14
        ora ARG+15
        bne @wide
        ldx #3
@save:  lda ARG,x
        sta RUNTIME,x
        dex
        bpl @save
        inx
@narrow:
        lda ARG+8,x
        beq @move
        ldy #8
@test:  lsr ARG+8,x
        bcc @right
        clc
        lda ARG+4
        adc RUNTIME
        sta ARG+4
        lda ARG+5
        adc RUNTIME+1
        sta ARG+5
        lda ARG+6
        adc RUNTIME+2
        sta ARG+6
        lda ARG+7
        adc RUNTIME+3
        sta ARG+7
@right: ror ARG+7
        ror ARG+6
        ror ARG+5
        ror ARG+4
        ror ARG,x
        dey
        bne @test
@after: inx
        cpx #4
        bne @narrow
        rts
@move:  ldy ARG+4
        sty ARG,x
        ldy ARG+5
        sty ARG+4
        ldy ARG+6
        sty ARG+5
        ldy ARG+7
        sty ARG+6
        sta ARG+7
        tay
        beq @after
; Wider ones from the second factor's highest set bit down: double, and add the first where a bit is set. Indices run from -8 up
; to 0: addresses wrap within the zero page.
@wide:  ldx #8
@top:   dex
        bmi @zero
        lda ARG+8,x
        beq @top
        ldy #8
@skip:  dey
        asl a
        bcc @skip
        sta ARG+8,x
        stx RUNTIME+8           ; byte of the second factor
        ldx #7
@copy:  lda ARG,x
        sta RUNTIME,x
        dex
        bpl @copy
        tya
        beq @byte
@bit:   ldx #$f8
        clc
@double:
        rol RUNTIME+8,x
        inx
        bne @double
        ldx RUNTIME+8
        asl ARG+8,x
        bcc @next
        ldx #$f8
        clc
@add:   lda RUNTIME+8,x
        adc ARG+8,x
        sta RUNTIME+8,x
        inx
        bne @add
@next:  dey
        bne @bit
@byte:  ldy #8
        dec RUNTIME+8
        bpl @bit
        ldx #7
@result:
        lda RUNTIME,x
        sta ARG,x
        dex
        bpl @result
        rts
@zero:  lda #0
        ldx #7
@clear: sta ARG,x
        dex
        bpl @clear
        rts
