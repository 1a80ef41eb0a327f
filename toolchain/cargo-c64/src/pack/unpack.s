; Unpacks a program, from its last byte down, and starts it as `SYS 2080` would have. Interrupts go on; RUN/STOP with
; RESTORE, which would enter BASIC, has to wait.
;
; The packed bytes are ZX0's, to be read backwards (https://github.com/einar-saukas/ZX0). A number is its binary digits
; without the first, which is 1: before each a 1, at the end a 0. First comes a number of literals, and these; then each
; time a bit and
;
;     0  after literals: a number, the length; as many bytes from as far as the last copy (1 at first)
;     0  after a copy: a number, the length; as many literals
;     1  a number, high part of the distance; a byte, its other seven bits, then the first bit of a number; the rest of
;        that number, the length less one. A high part of 256 is the end.
;
; From outside: `entry`, where the program starts; `head_size`, how many of its bytes from there on are on the stack.
; They are followed there by what is to be restored: border, `work`, vector of RESTORE, port.

; Y is 0 throughout.
literals:
        jsr read_number
        ldx #source-source
        jsr copy
        bcs far
        jsr read_number
match:  sec
        lda target
        adc distance
        sta from
        lda target+1
        adc distance+1
        sta from+1
        ldx #from-source
        jsr copy
        bcc literals
far:    jsr read_number
        lda number+1
        bne finish
        dec number
        lda number
        lsr
        sta distance+1
        jsr read_byte
        ror                     ; bit 7 of the distance in, the first bit of the length out
        sta distance
        jsr read_digits
        inc number
        bne match
        inc number+1
        bne match               ; always

finish: ldx #head_size
@head:  pla
        sta entry-1,x
        dex
        bne @head
        pla
        sta border
@work:  pla
        sta work,x
        inx
        cpx #work_size
        bne @work
        pla
        tay
        pla
        tax
        pla
        sta port
        stx nmi_vector
        sty nmi_vector+1
        jmp entry

; `number` bytes from below the pointer `source` + X to below `target`; then the next bit. The border flickers once a page.
copy:   lda number
        beq @pages
@byte:  lda target
        bne @to
        dec target+1
        inc border
@to:    dec target
        lda source,x
        bne @from
        dec source+1,x
@from:  dec source,x
        lda (source,x)
        sta (target),y
        dec number
        bne @byte
@pages: dec number+1
        lda number+1
        cmp #$ff
        bne @byte

; A bit into the carry.
read_bit:
        asl bits
        bne @done
        jsr read_byte           ; keeps the carry, which is the 1 behind the last bit
        rol
        sta bits
@done:  rts

; A number from the packed bits.
read_number:
        jsr read_bit
; The same with its first bit in the carry.
read_digits:
        lda #1
        sta number
        sty number+1
        bcc @done
@digit: jsr read_bit
        rol number
        rol number+1
        jsr read_bit
        bcs @digit
@done:  rts

; A byte into A.
read_byte:
        lda source
        bne @low
        dec source+1
@low:   dec source
        lda (source),y
        rts

; RESTORE does nothing until the program runs. The last byte: `install.s` counts on that.
ignore: rti
