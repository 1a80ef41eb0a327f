; Blocks of memory: whole pages first, then the rest. Lengths from 0 to 65535.

; Copies ARG4-5 bytes from ARG2-3 to ARG0-1, upwards.
__memcpy:
        ldy #0
        ldx ARG+5
        beq @rest
@page:  lda (ARG+2),y
        sta (ARG),y
        iny
        lda (ARG+2),y
        sta (ARG),y
        iny
        bne @page
        inc ARG+1
        inc ARG+3
        dex
        bne @page
@rest:  ldx ARG+4
        beq @done
@byte:  lda (ARG+2),y
        sta (ARG),y
        iny
        dex
        bne @byte
@done:  rts

; Copies ARG4-5 bytes from ARG2-3 to ARG0-1, which may overlap: downwards if the target begins within the source.
__memmove:
        sec
        lda ARG
        sbc ARG+2
        tax
        lda ARG+1
        sbc ARG+3
        cpx ARG+4
        sbc ARG+5
        bcc @down
        jmp __memcpy
@down:  lda ARG+1
        clc
        adc ARG+5
        sta ARG+1
        lda ARG+3
        clc
        adc ARG+5
        sta ARG+3
        ldy ARG+4
        beq @pages
        dey
        beq @last
@byte:  lda (ARG+2),y
        sta (ARG),y
        dey
        bne @byte
@last:  lda (ARG+2),y
        sta (ARG),y
@pages: ldx ARG+5
        beq @done
@page:  dec ARG+1
        dec ARG+3
        dey
@more:  lda (ARG+2),y
        sta (ARG),y
        dey
        bne @more
        lda (ARG+2),y
        sta (ARG),y
        dex
        bne @page
@done:  rts

; Fills ARG4-5 bytes from ARG0-1 on with ARG2.
__memset:
        ldy #0
        lda ARG+2
        ldx ARG+5
        beq @rest
@page:  sta (ARG),y
        iny
        sta (ARG),y
        iny
        bne @page
        inc ARG+1
        dex
        bne @page
@rest:  ldx ARG+4
        beq @done
@byte:  sta (ARG),y
        iny
        dex
        bne @byte
@done:  rts

; Compares ARG4-5 bytes from ARG0-1 and from ARG2-3 on -> A: 0, 1 or $FF, X: its sign.
__memcmp:
        ldy #0
        ldx ARG+5
        beq @rest
@page:  lda (ARG),y
        cmp (ARG+2),y
        bne @differ
        iny
        bne @page
        inc ARG+1
        inc ARG+3
        dex
        bne @page
@rest:  lda ARG+4
        lsr a                   ; pairs of bytes, and the carry is one more
        tax
        bcs @more
        bne @pair
        rts
@more:  inx
        bne @odd
@pair:  lda (ARG),y
        cmp (ARG+2),y
        bne @differ
        iny
@odd:   lda (ARG),y
        cmp (ARG+2),y
        bne @differ
        iny
        dex
        bne @pair
        txa
        rts
@differ:
        bcs @above
        lda #$ff
        tax
        rts
@above: lda #1
        ldx #0
        rts
