; The beginning of the fast loader's file, where `10 SYS 2080` leads: takes the loader out of the program's way and goes on there.
; From outside: `loader`, where it runs; `loader_from`, where it lies; `loader_pages`, its pages.

from = $fb
to = $fd

        lda #<loader_from
        sta from
        lda #>loader_from
        sta from+1
        lda #<loader
        sta to
        lda #>loader
        sta to+1
        ldx #loader_pages
        ldy #0
@byte:  lda (from),y
        sta (to),y
        iny
        bne @byte
        inc from+1
        inc to+1
        dex
        bne @byte
        jmp loader
