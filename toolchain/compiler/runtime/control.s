; Calls and ends.

; Calls the function whose address is in VECTOR.
__callptr:
        jmp (VECTOR)

; The end of a program that went wrong: exit code 255 where $D7FF takes one, a flickering border elsewhere.
__trap:
        lda #$ff
        sta $d7ff
@loop:  inc $d020
        jmp @loop

; Lets the KERNAL in, for a call of it; keeps A, X, Y and carry.
__kernal_in:
        pha
        lda #<__kernal_port
        sta $01
        pla
        rts

; Asks that the KERNAL's own interrupt routine (keyboard, clock) follows the handler.
__kernal_irq:
        lda #1
        sta __irq_next
        rts

; Banks as the program runs: the KERNAL is out if there are variables under it. Keeps all registers and flags.
__kernal_out:
        php
        pha
        lda #<__port
        sta $01
        pla
        plp
        rts
