; Copies the program from the cartridge's banks to where LOAD would have it, switches the cartridge off, and starts BASIC, for which
; SYS2080 and RETURN are typed. BASIC's NEW does no harm: it clears the line `10 SYS 2080`, which is not needed for that.
;
; It runs in the cassette buffer, as the banks change below it. From outside: `data`, where the program begins in bank 0; `load`, where
; it goes; `size`, its bytes, with 256 added to count whole pages down; `keys_size`, the number of keys typed.

from = $fb
to = $fd
bank_register = $de00           ; Magic Desk: the bank, and in bit 7 the cartridge off

        lda #<data
        sta from
        lda #>data
        sta from+1
        lda #<load
        sta to
        lda #>load
        sta to+1
        ldy #0
        sty bank
@byte:  lda (from),y
        sta (to),y
        inc to
        bne @source
        inc to+1
@source:
        inc from
        bne @count
        inc from+1
        lda from+1
        cmp #$a0                ; the end of a bank
        bne @count
        lda #$80
        sta from+1
        inc bank
        lda bank
        sta bank_register
@count: dec left
        bne @byte
        dec left+1
        bne @byte
        lda #$80
        sta bank_register
        ldx #keys_size
@key:   lda keys-1,x
        sta $0276,x             ; the keyboard buffer
        dex
        bne @key
        lda #keys_size
        sta $c6
        cli
        jmp ($a000)             ; BASIC's cold start
bank:   .byte 0
left:   .word size
keys:   .byte $53, $59, $53, $32, $30, $38, $30, $0d ; SYS2080 and RETURN
