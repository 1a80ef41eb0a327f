; How the fast loader ends: what it does when something has failed, the KERNAL's LOAD, the program's start and the way back to BASIC;
; then its variables. `wire.s` comes before this text, and behind it what `mod.rs` adds.

; Gives up, from any depth. ATN sends the drive's part home; then the DOS takes DATA low and, since CLOCK is high, lets it go again, as a
; listener does that is ready for a byte. A drive that does not would have the KERNAL wait for ever.
fail:   ldx stack
        txs
        cli
        lda idle
        ora #8
        sta port
        lda #0
        sta time
        lda #4
        sta patience
        ldx #0
@wait:  dex                     ; for longer than the DATA of a drive that is there needs to fall
        bne @wait
@low:   bit port
        bmi @alive
        dex
        bne @low
        dec time
        bne @low
        dec patience
        bne @low
        lda idle
        sta port
        ldx #<dead
        ldy #>dead
        jsr print
        jmp leave
@alive: lda idle
        sta port
        ldx #<failed
        ldy #>failed
        jsr print
        ldx #17
        ldy #2
        jsr order
        jsr close_channel

; The KERNAL's LOAD.
plain:  ldx #<slow
        ldy #>slow
        jsr print
@held:  jsr stop                ; while the key is held, LOAD would break off
        beq @held
        lda #1
        ldx drive
        tay
        jsr setlfs
        lda #name_size
        ldx #<name
        ldy #>name
        jsr setnam
        lda #0
        jsr load
        bcs @fail
        jmp finish
@fail:  ldx #<no_load
        ldy #>no_load
        jsr print
        jmp leave

; Starts the program, which ends at X and Y. Its BASIC line is the one by which BASIC has come here, so it returns to BASIC as if RUN had
; started it.
finish: stx variables_start
        sty variables_start+1
        stx arrays_start
        sty arrays_start+1
        stx arrays_end
        sty arrays_end+1
        jsr out
        jmp program_entry

; Back to BASIC.
leave:  ldx stack
        txs
out:    lda #$37
        sta banks
        rts

; A text that ends with a 0, at X and Y.
print:  stx from
        sty from+1
        ldy #0
@byte:  lda (from),y
        beq @done
        jsr chrout
        iny
        bne @byte
@done:  rts

; Their places among them stand where they are sent.
orders: .byte $4d, $2d, $52, $c4, $e5, 4 ; M-R $E5C4, 4 bytes
write:  .byte $4d, $2d, $57, 0, >command_at, chunk ; M-W
        .byte $4d, $2d, $45, 0, >command_at ; M-E
        .byte $49, $30          ; I0, which also reads the disk's ID again
model:  .byte $31, $35, $34, $b1
stack:  .byte 0
drive:  .byte 0
begun:  .byte 0
last:   .byte 0
wanted: .byte 0
offset: .byte 0
length: .byte 0
have:   .res 21
