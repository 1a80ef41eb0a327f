; The wire on the C64's side: bytes from and to the drive, bit by bit. Each step of a bit waits for the other side, and each wait has
; its end. `loader.s` comes before this text, and has the names of page zero; `finish.s` comes behind it.

; Gets ready for an exchange: no sum yet, all the time.
begin_answer:
        lda #0
        sta sum
        lda #second
        sta time
        lda #2
        sta patience
        rts

; A byte from the drive into A. Y is kept.
receive:
        lda #1                  ; out at the left with the eighth bit
        sta byte
@bit:   bit port
        bvc @zero
        bpl @one
        bit port
        bvc @zero
        bpl @one
        bit port
        bvc @zero
        bpl @one
        bit port
        bvc @zero
        bpl @one
        bit port
        bvc @zero
        bpl @one
        dex
        bne @bit
        jsr spend
        jmp @bit
@zero:  lda pull_data
        sta port
        asl byte
@off:   bit port
        bvs @gone
        bit port
        bvs @gone
        bit port
        bvs @gone
        bit port
        bvs @gone
        bit port
        bvs @gone
        dex
        bne @off
        jsr spend
        jmp @off
@gone:  lda idle
        sta port
        bcc @bit
        bcs add
@one:   lda pull_clock
        sta port
        sec
        rol byte
@high:  bit port
        bmi @up
        bit port
        bmi @up
        bit port
        bmi @up
        bit port
        bmi @up
        bit port
        bmi @up
        dex
        bne @high
        jsr spend
        jmp @high
@up:    lda idle
        sta port
        bcc @bit

; The byte into the sum, and into A.
add:    lda sum
        asl
        adc #0
        eor byte
        sta sum
        lda byte
        rts

; A byte to the drive.
send:   sta byte
        jsr add
        sec
        rol byte                ; the first bit out; behind the last comes a 1 with nothing left
@bit:   bcs @one
        lda pull_clock
        sta port
@zero:  bit port
        bpl @taken
        dex
        bne @zero
        jsr spend
        jmp @zero
@taken: lda idle
        sta port
@end:   bit port
        bmi @next
        dex
        bne @end
        jsr spend
        jmp @end
@one:   lda pull_data
        sta port
@wait:  bit port
        bvc @seen
        dex
        bne @wait
        jsr spend
        jmp @wait
@seen:  lda idle
        sta port
@last:  bit port
        bvs @next
        dex
        bne @last
        jsr spend
        jmp @last
@next:  asl byte
        bne @bit
        rts

; X has counted down once more: fails when time is up. The carry is kept.
spend:  dec time
        bne @more
        lda #second
        sta time
        dec patience
        beq fail
@more:  rts
