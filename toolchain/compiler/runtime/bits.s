; Counting and reversing bits.

; Number of set bits of A -> A.
__ctpop8:
        ldx #$ff
@count: inx
@bit:   asl a
        bcs @count
        bne @bit
        txa
        rts

; Number of set bits of ARG0-1 -> A.
__ctpop16:
        ldy #2
        bne __ctpop

; Number of set bits of ARG0-3 -> A.
__ctpop32:
        ldy #4
        bne __ctpop

; Number of set bits of ARG0-7 -> A.
__ctpop64:
        ldy #8
        bne __ctpop

; Number of set bits of the Y bytes from ARG on -> A.
__ctpop:
        ldx #0
@byte:  lda ARG-1,y
        beq @next
@bit:   asl a
        bcc @zero
        inx
        cmp #0
@zero:  bne @bit
@next:  dey
        bne @byte
        txa
        rts

; Number of zero bits above the highest set bit of A -> A.
__ctlz8:
        ldx #$ff
@bit:   inx
        asl a
        bcs @done
        bne @bit
        ldx #8
@done:  txa
        rts

; Number of zero bits above the highest set bit of ARG0-1 -> A.
__ctlz16:
        ldy #2
        bne __ctlz

; Number of zero bits above the highest set bit of ARG0-3 -> A.
__ctlz32:
        ldy #4
        bne __ctlz

; Number of zero bits above the highest set bit of ARG0-7 -> A.
__ctlz64:
        ldy #8
        bne __ctlz

; Number of zero bits above the highest set bit of the Y bytes from ARG on -> A.
__ctlz:
        ldx #0
@byte:  lda ARG-1,y
        bne @bits
        txa
        clc
        adc #8
        tax
        dey
        bne @byte
        rts
@bits:  asl a
        bcs @done
        inx
        bcc @bits
@done:  txa
        rts

; Number of zero bits below the lowest set bit of A -> A.
__cttz8:
        ldx #$ff
@bit:   inx
        lsr a
        bcs @done
        bne @bit
        ldx #8
@done:  txa
        rts

; Number of zero bits below the lowest set bit of ARG0-1 -> A.
__cttz16:
        ldy #2
        bne __cttz

; Number of zero bits below the lowest set bit of ARG0-3 -> A.
__cttz32:
        ldy #4
        bne __cttz

; Number of zero bits below the lowest set bit of ARG0-7 -> A.
__cttz64:
        ldy #8
        bne __cttz

; Number of zero bits below the lowest set bit of the Y bytes from ARG on -> A.
__cttz:
        sty RUNTIME
        ldy #0
        ldx #0
@byte:  lda ARG,y
        bne @bits
        txa
        clc
        adc #8
        tax
        iny
        cpy RUNTIME
        bne @byte
        rts
@bits:  lsr a
        bcs @done
        inx
        bcc @bits
@done:  txa
        rts

; The bits of A in opposite order -> A.
__bitrev8:
        sta RUNTIME
        ldx #8
@bit:   lsr RUNTIME
        rol a
        dex
        bne @bit
        rts
