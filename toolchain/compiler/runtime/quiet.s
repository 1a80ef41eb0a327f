; The end of a program with interrupt handlers, behind stores of 0 that have each of them return at once: the chips make no
; more interrupts but the KERNAL's own.

vic_flags = $d019
vic_mask = $d01a
irq_mask = $dc0d                ; of CIA 1, reading it acknowledges
nmi_mask = $dd0d                ; of CIA 2

        sta vic_mask
        lda #$7f
        sta nmi_mask
        sta irq_mask
        sta vic_flags
        lda nmi_mask
        lda irq_mask
        lda #$81                ; timer A of CIA 1
        sta irq_mask
        rts
