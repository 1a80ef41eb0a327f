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
