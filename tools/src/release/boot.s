; What the cartridge's first bank begins with, at $8000: the KERNAL comes here at reset. It sets the machine up as it does itself, and
; has `copy.s` take the program into memory. Source: Sheldon Leemon, "Mapping the Commodore 64", $8000-$8008 and $FF81-$FF8A.
;
; From outside: `copier`, where the copier runs; `copier_from`, where it lies; `copier_size`.

        .word start             ; at reset
        .word start             ; at RESTORE
        .byte $c3, $c2, $cd, $38, $30 ; CBM80, with bit 7 set in the letters

start:  sei
        ldx #$ff
        txs
        cld
        jsr $ff84               ; IOINIT
        jsr $ff87               ; RAMTAS, which takes the cartridge for the end of memory
        jsr $ff8a               ; RESTOR
        jsr $ff81               ; CINT
        lda #0
        sta $0283
        lda #$a0
        sta $0284
        ldx #copier_size
@copy:  lda copier_from-1,x
        sta copier-1,x
        dex
        bne @copy
        jmp copier
