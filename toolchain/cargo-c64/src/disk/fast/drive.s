; The drive's part of the fast loader: sends the sectors that the C64 asks for, until it asks for track 0, ATN comes, or nothing has
; come for a second. Then the DOS goes on as behind any M-E. Sources: Immers and Neufeld, "Inside Commodore DOS", for the job queue and
; the port; Commodore 1541 User's Guide, chapter 8, for M-E. Interrupts stay on: the disk controller needs them, and notices ATN.
;
; A bit on the wire has four steps, and each side waits for the other in each of them:
;
;     the sender pulls CLOCK for a 0, DATA for a 1;  the receiver pulls the other line;
;     the sender lets its line go;                   the receiver lets its line go.
;
; If the next bit is another one, the sender takes the other line, which the receiver still holds, in its second step at once: it is low when
; the receiver lets it go. So no side must keep any time; a line only has to be high about four microseconds after it was let go, which takes
; it less than one. From outside: `hello`.

port = $1800                    ; reads: 1 DATA low, 4 CLOCK low, $80 ATN low; stores: 2 pulls DATA, 8 pulls CLOCK
job = $00                       ; for buffer 0; a result below $80
track = $06
sector = $07
buffer = $0300
read = $80
bump = $c0                      ; to track 1, to find the tracks again
second = 84                     ; times 256 rounds of looking at the port, 47 cycles each

        tsx
        stx stack
        lda #second
        sta time
        lda #hello
        jsr send
serve:  lda #second
        sta time
        lda #0
        sta sum
        jsr receive
        sta track
        tax
        beq leave
        jsr receive
        sta sector
        ldy #6
@again: lda #read
        jsr perform
        cmp #1
        beq @good
        dey
        beq @bad
        cpy #3
        bne @again
        lda #bump
        jsr perform
        jmp @again
@bad:   jsr send
        jmp serve
@good:  jsr send
        ldy #0
@byte:  lda buffer,y
        jsr send
        iny
        bne @byte
        lda sum
        jsr send
        jmp serve

; Has the disk controller do a job; its result into A.
perform:
        sta job
@wait:  bit port
        bmi leave
        lda job
        bmi @wait
        rts

; A byte to the C64, the highest bit first. X counts the bits; the carry has the next one once the line is pulled. Y is kept.
send:   sta byte
        lda sum                 ; turned by a bit, with the byte
        asl
        adc #0
        eor byte
        sta sum
        ldx #8
        asl byte
bit:    bcs one
zero:   lda #8
        sta port
        asl byte
@wait:  lda port
        and #1
        bne @seen
        lda port
        and #1
        bne @seen
        lda port
        and #1
        bne @seen
        lda port
        and #1
        bne @seen
        lda port
        bmi leave
        dec spin
        bne @wait
        dec time
        bne @wait
        beq leave
@seen:  dex
        beq @same
        bcs one
@same:  lda #0
        sta port
@end:   lda port
        and #1
        beq next
        lda port
        and #1
        beq next
        lda port
        and #1
        beq next
        lda port
        and #1
        beq next
        lda port
        bmi leave
        dec spin
        bne @end
        dec time
        bne @end

; Back to the DOS, from any depth.
leave:  lda #0
        sta port
        ldx stack
        txs
        rts

one:    lda #2
        sta port
        asl byte
@wait:  lda port
        and #4
        bne @seen
        lda port
        and #4
        bne @seen
        lda port
        and #4
        bne @seen
        lda port
        and #4
        bne @seen
        lda port
        bmi leave
        dec spin
        bne @wait
        dec time
        bne @wait
        beq leave
@seen:  dex
        beq @same
        bcc zero
@same:  lda #0
        sta port
@end:   lda port
        and #4
        beq next
        lda port
        and #4
        beq next
        lda port
        and #4
        beq next
        lda port
        and #4
        beq next
        lda port
        bmi leave
        dec spin
        bne @end
        dec time
        bne @end
        beq leave
next:   txa
        bne bit
        rts

; A byte from the C64 into A.
receive:
        lda #1                  ; out at the left with the eighth bit
        sta byte
@bit:   lda port
        bmi leave
        and #5
        bne @come
        dec spin
        bne @bit
        dec time
        bne @bit
        beq leave
@come:  sta line
        lsr                     ; DATA, a 1, into the carry
        lda #2
        bcc @pull
        lda #8
@pull:  rol byte
        php
        sta port
@end:   lda port
        bmi leave
        and line
        beq @gone
        dec spin
        bne @end
        dec time
        bne @end
        beq leave
@gone:  sta port
        plp
        bcc @bit
        lda sum
        asl
        adc #0
        eor byte
        sta sum
        lda byte
        rts

stack:  .byte 0
spin:   .byte 0                 ; with `time`, counts down a second of looking at the port
time:   .byte 0
sum:    .byte 0
byte:   .byte 0
line:   .byte 0
