; Shifts by a count in X, below the width.

; A << X -> A.
__shl8:
        dex
        bmi @done
@bit:   asl a
        dex
        bpl @bit
@done:  rts

; A >> X -> A.
__lshr8:
        dex
        bmi @done
@bit:   lsr a
        dex
        bpl @bit
@done:  rts

; A >> X -> A, signed.
__ashr8:
        dex
        bmi @done
@bit:   cmp #$80
        ror a
        dex
        bpl @bit
@done:  rts

; ARG0-1 << X -> ARG0-1.
__shl16:
        lda ARG
        cpx #8
        bcc @bits
        sta ARG+1
        txa
        sbc #8
        tax
        lda #0
@bits:  dex
        bmi @done
@bit:   asl a
        rol ARG+1
        dex
        bpl @bit
@done:  sta ARG
        rts

; ARG0-1 >> X -> ARG0-1.
__lshr16:
        lda ARG+1
        cpx #8
        bcc @bits
        sta ARG
        txa
        sbc #8
        tax
        lda #0
@bits:  dex
        bmi @done
@bit:   lsr a
        ror ARG
        dex
        bpl @bit
@done:  sta ARG+1
        rts

; ARG0-1 >> X -> ARG0-1, signed.
__ashr16:
        cpx #8
        bcc @bits
        txa
        sbc #8
        tax
        ldy #0
        lda ARG+1
        sta ARG
        bpl @fill
        dey
@fill:  sty ARG+1
@bits:  lda ARG+1
        dex
        bmi @done
@bit:   cmp #$80
        ror a
        ror ARG
        dex
        bpl @bit
@done:  sta ARG+1
        rts

; ARG0-3 << X -> ARG0-3.
__shl32:
        cpx #8
        bcc @bits
        txa
        sbc #8
        tax
        lda ARG+2
        sta ARG+3
        lda ARG+1
        sta ARG+2
        lda ARG
        sta ARG+1
        lda #0
        sta ARG
        beq __shl32
@bits:  lda ARG
        dex
        bmi @done
@bit:   asl a
        rol ARG+1
        rol ARG+2
        rol ARG+3
        dex
        bpl @bit
@done:  sta ARG
        rts

; ARG0-3 >> X -> ARG0-3.
__lshr32:
        cpx #8
        bcc @bits
        txa
        sbc #8
        tax
        lda ARG+1
        sta ARG
        lda ARG+2
        sta ARG+1
        lda ARG+3
        sta ARG+2
        lda #0
        sta ARG+3
        beq __lshr32
@bits:  lda ARG+3
        dex
        bmi @done
@bit:   lsr a
        ror ARG+2
        ror ARG+1
        ror ARG
        dex
        bpl @bit
@done:  sta ARG+3
        rts

; ARG0-3 >> X -> ARG0-3, signed.
__ashr32:
        ldy #0
        lda ARG+3
        bpl @count
        dey                     ; Y: what moves in
@count: cpx #8
        bcc @bits
        txa
        sbc #8
        tax
        lda ARG+1
        sta ARG
        lda ARG+2
        sta ARG+1
        lda ARG+3
        sta ARG+2
        sty ARG+3
        jmp @count
@bits:  lda ARG+3
        dex
        bmi @done
@bit:   cmp #$80
        ror a
        ror ARG+2
        ror ARG+1
        ror ARG
        dex
        bpl @bit
@done:  sta ARG+3
        rts

; ARG0-7 << X -> ARG0-7.
__shl64:
        txa
@byte:  sec
        sbc #8
        bcc @bits
        tay
        ldx #6
@move:  lda ARG,x
        sta ARG+1,x
        dex
        bpl @move
        lda #0
        sta ARG
        tya
        jmp @byte
@bits:  adc #8
        tax
        beq @done
@bit:   asl ARG
        rol ARG+1
        rol ARG+2
        rol ARG+3
        rol ARG+4
        rol ARG+5
        rol ARG+6
        rol ARG+7
        dex
        bne @bit
@done:  rts

; ARG0-7 >> X -> ARG0-7.
__lshr64:
        lda #0
        beq __shr64

; ARG0-7 >> X -> ARG0-7, signed.
__ashr64:
        lda #0
        ldy ARG+7
        bpl @positive
        lda #$ff
@positive:
        jmp __shr64

; ARG0-7 >> X -> ARG0-7, copies of A's bits moving in; A is 0 or $FF.
__shr64:
        sta RUNTIME
        txa
@byte:  sec
        sbc #8
        bcc @bits
        tay
        ldx #$f9
@move:  lda ARG+8,x
        sta ARG+7,x
        inx
        bne @move
        lda RUNTIME
        sta ARG+7
        tya
        jmp @byte
@bits:  adc #8
        tax
        beq @done
@bit:   lda RUNTIME
        lsr a
        ror ARG+7
        ror ARG+6
        ror ARG+5
        ror ARG+4
        ror ARG+3
        ror ARG+2
        ror ARG+1
        ror ARG
        dex
        bne @bit
@done:  rts
