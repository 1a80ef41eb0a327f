; The fast loader on the C64: has the drive send the program sector by sector, and starts it. Whatever goes wrong, the KERNAL's LOAD
; loads the same program. `drive.s` says how a bit goes over the wire; interrupts stay on here, too.
;
; All sectors of a track are read in the order that suits the wire, into the RAM under BASIC's ROM; then the file's chain is followed
; there. So the file may lie on the disk in any order.
;
; From outside: `drive_chunks`, the commands that take the drive's part there; `hello`; `stride`, sectors from one that is read to the
; next; `program`, where the file must go, and `program_entry`, where it starts; `name_size`. Behind this text come `wire.s` with the
; exchange of bytes, `finish.s`, the program's `name`, the messages, which are `title`, `other`, `failed`, `slow`, `dead` and `no_load`,
; and the drive's part at `drive_from`.

setlfs = $ffba
setnam = $ffbd
open = $ffc0
close = $ffc3
chkin = $ffc6
chkout = $ffc9
clrchn = $ffcc
chrin = $ffcf
chrout = $ffd2
load = $ffd5
stop = $ffe1
readst = $ffb7

banks = $01
variables_start = $2d           ; BASIC's pointers: the end of the program and with it of variables and arrays
arrays_start = $2f
arrays_end = $31
device = $ba
jiffy = $a2
port = $dd00                    ; reads: $80 DATA high, $40 CLOCK high; stores: $20 pulls DATA, $10 CLOCK, 8 ATN

; Page zero, from BASIC's work area for numbers.
idle = $57                      ; the port with no line pulled
pull_clock = $58
pull_data = $59
byte = $5a
sum = $5b
time = $5c                      ; with X, counts down a second of looking at the port
patience = $5d                  ; seconds
from = $5e
to = $60
track = $62
sector = $63
first = $64                     ; track and sector at which the file begins
left = $66                      ; blocks of the file that have not come
count = $67
tries = $68
entry = $69
target = $6b                    ; of the program
sectors = $6d                   ; of the track

cache = $a000                   ; a page for each sector
cache_page = $a0
command_at = $0500              ; where the drive's part runs
chunk = 32                      ; bytes of an M-W: the drive's buffer for commands holds 42
read_wait = 12                  ; seconds in which a drive reads a sector or finds that it cannot
directory_track = 18
second = 105                    ; times 256 rounds of looking at the port, 37 cycles each

        tsx
        stx stack
        lda #$36                ; BASIC out
        sta banks
        lda port
        and #7                  ; ATN, CLOCK and DATA are high then
        sta idle
        ora #$10
        sta pull_clock
        eor #$30
        sta pull_data
        lda device
        cmp #8
        bcs @drive
        lda #8
@drive: sta drive
        ldx #<title
        ldy #>title
        jsr print
        ldy #60                 ; jiffies in which RUN/STOP chooses the plain load
@ask:   jsr stop
        bne @wait
        jmp plain
@wait:  lda jiffy
@same:  cmp jiffy
        beq @same
        dey
        bne @ask
@open:  lda #0
        jsr setnam
        lda #15
        ldx drive
        tay
        jsr setlfs
        jsr open
        bcs @not
        jsr identify
        beq @is
@not:   ldx #<other
        ldy #>other
        jsr print
        jsr close_channel
        jmp plain
@is:    jsr upload
        jsr begin_answer
        lda #2
        sta patience
; Its first bit is a 0: CLOCK is low, and DATA, which the DOS may still hold, is not.
@hello: bit port
        bvs @none
        bmi @first
@none:  dex
        bne @hello
        jsr spend
        jmp @hello
@first: jsr receive
        cmp #hello
        bne @fail
        jsr find
        jsr fetch_file
        lda #0                  ; no more
        jsr send
        jsr close_channel
        ldx target
        ldy target+1
        jmp finish
@fail:  jmp fail

; Whether it is a 1541: Z. Its ROM has the message of a reset, CBM DOS V2.6 1541, with bit 7 set in the last letter.
identify:
        ldx #0
        ldy #6
        jsr order
        bne @done
        ldx #15
        jsr chkin
        bcs @not
        lda #0
        sta count
@byte:  jsr chrin
        ldx count
        cmp model,x
        bne @not
        inc count
        cpx #3
        bne @byte
        jsr clrchn
        lda #0
        rts
@not:   jsr clrchn
        lda #1
@done:  rts

; Sends the drive its part, and starts it.
upload: lda #<drive_from
        sta from
        lda #>drive_from
        sta from+1
        lda #<command_at
        sta write+3
        lda #>command_at
        sta write+4
        lda #0
        sta count
@chunk: ldx #6
        ldy #6
        jsr order_on
        bne @fail
        ldy #0
@byte:  lda (from),y
        jsr chrout
        iny
        cpy #chunk
        bne @byte
        jsr clrchn
        jsr readst
        and #$ff
        bne @fail
        clc
        lda #chunk
        adc from
        sta from
        bcc @next
        inc from+1
@next:  clc
        lda #chunk
        adc write+3
        sta write+3
        bcc @page
        inc write+4
@page:  inc count
        lda count
        cmp #drive_chunks
        bne @chunk
        ldx #12
        ldy #5
        jsr order
        bne @fail
        rts
@fail:  jmp fail

; A command to the drive: Y bytes from `orders` + X on. Z: it was taken.
order:  jsr order_on
        php
        jsr clrchn
        plp
        bne @done
        jsr readst
        and #$ff
@done:  rts

; The same, and more is to follow.
order_on:
        stx offset
        sty length
        ldx #15
        jsr chkout
        bcs @no
        ldx offset
@byte:  lda orders,x
        jsr chrout
        inx
        dec length
        bne @byte
        lda #0
        rts
@no:    lda #1
        rts

close_channel:
        lda #15
        jmp close

; Finds the program in the directory: `first`, `left`.
find:   lda #directory_track
        sta track
        lda #1
        sta sector
        lda #18                 ; sectors of a directory
        sta count
@sector:
        jsr fetch
        lda #0
        sta entry
@entry: lda #2
        jsr of_entry
        cmp #$82                ; a program, closed
        bne @next
        ldx #0
@letter:
        txa
        clc
        adc #5
        jsr of_entry
        cpx #name_size
        beq @end
        cmp name,x
        bne @next
        inx
        bne @letter
@end:   cmp #$a0
        bne @next
        lda #3
        jsr of_entry
        sta first
        lda #4
        jsr of_entry
        sta first+1
        lda #30
        jsr of_entry
        sta left
        lda #31
        jsr of_entry
        bne @fail
        rts
@next:  lda entry
        clc
        adc #32
        sta entry
        bne @entry
        ldy #1
        lda (from),y
        tax
        dey
        lda (from),y
        cmp #directory_track
        bne @fail               ; the end, or no directory
        stx sector
        dec count
        bne @sector
@fail:  jmp fail

; Byte A of the entry.
of_entry:
        clc
        adc entry
        tay
        lda (from),y
        rts

; Has the file come, and puts it where it belongs. Its end into `target`.
fetch_file:
        lda first
        ldx first+1
@track: sta track
        stx sector
        jsr count_sectors
        lda sectors
        cmp left
        beq @all
        bcs @block
; The file has at least as much left as the track holds.
@all:   jsr fetch_track
@block: ldx sector
        cpx sectors
        bcs @fail
        lda have,x
        bne @here
        jsr fetch
@here:  jsr locate
        jsr take
        ldy #1
        lda (from),y
        tax
        dey
        lda (from),y
        beq @done
        dec left
        beq @fail               ; longer than the directory says
        cmp track
        bne @track
        stx sector
        jmp @block
@done:  lda left
        cmp #1
        bne @fail
        rts
@fail:  jmp fail

; The sectors of the track, none of which has come. The screen shows a point for each track.
count_sectors:
        ldx #21
        lda track
        beq @fail
        cmp #36
        bcs @fail
        cmp #18
        bcc @set
        ldx #19
        cmp #25
        bcc @set
        dex
        cmp #31
        bcc @set
        dex
@set:   stx sectors
        lda #0
        ldx #20
@clear: sta have,x
        dex
        bpl @clear
        lda #$2e
        jmp chrout
@fail:  jmp fail

; Fetches all sectors of the track, beginning with `sector`.
fetch_track:
        lda sector
        pha
        lda sectors
        sta count
@next:  ldx sector
        cpx sectors
        bcs @fail
        lda #1
        sta have,x
        jsr fetch
        dec count
        beq @done
        lda sector
        clc
        adc #stride
        jsr @wrap
@taken: tax
        lda have,x
        beq @next_at
        txa
        clc
        adc #1
        jsr @wrap
        jmp @taken
@next_at:
        stx sector
        jsr stop
        bne @next
@fail:  jmp fail
@done:  pla
        sta sector
        rts
@wrap:  cmp sectors
        bcc @in
        sbc sectors
@in:    rts

; Fetches a sector into its page, to which `from` points then.
fetch:  lda #3
        sta tries
        jsr locate
@try:   jsr begin_answer
        sei
        lda track
        jsr send
        lda sector
        jsr send
        lda #read_wait
        sta patience
        jsr receive
        cmp #1
        bne @fail
        lda #2
        sta patience
        ldy #0
@byte:  jsr receive
        sta (from),y
        iny
        bne @byte
        lda sum
        sta wanted
        jsr receive
        cmp wanted
        beq @done
        dec tries
        bne @try
@fail:  jmp fail
@done:  cli                     ; the KERNAL's interrupt, which has waited, gives the drive the time to see the last step of the sum
        rts

; Points to the page of a sector.
locate: lda #0
        sta from
        lda sector
        clc
        adc #cache_page
        sta from+1
        rts

; Puts the block at `from` to its place in the program.
take:   ldy #1
        lda (from),y
        sta last                ; of the last block, the last byte in use
        dey
        lda (from),y
        beq @end
        lda #$ff
        sta last
@end:   ldy #2
        lda begun
        bne @copy
        inc begun
        lda (from),y
        sta target
        cmp #<program
        bne @fail
        iny
        lda (from),y
        sta target+1
        cmp #>program
        bne @fail
        iny
@copy:  lda target+1            ; the sectors lie from there on
        cmp #cache_page
        bcs @fail
        lda (from),y
        ldx #0
        sta (target,x)
        inc target
        bne @more
        inc target+1
@more:  cpy last
        iny
        bcc @copy
        rts
@fail:  jmp fail
