; Memory under the KERNAL's ROM. A program with variables there runs with the ROM banked out, and lets it in for its calls:
; see __kernal_in.

port = $01
irq_entry = $fffe               ; the KERNAL's own; in the RAM below, the same place is the 6510's while the ROM is out
nmi_hardware = $fffa
irq_hardware = $fffe

; Clears that memory and banks the KERNAL out.
__raise:
        lda #>__high_start
        sta ARG+1
        ldx #<__high_pages
        ldy #0
        sty ARG
        tya
@clear: sta (ARG),y
        iny
        bne @clear
        inc ARG+1
        dex
        bne @clear
        lda #<__hardware_nmi
        sta nmi_hardware
        lda #>__hardware_nmi
        sta nmi_hardware+1
        lda #<__irq
        sta irq_hardware
        lda #>__irq
        sta irq_hardware+1
        lda #<__port
        sta port
        rts

; An interrupt while the KERNAL is out: its handler gets it as if it were in.
__irq:  pha
        lda port
        pha
        lda #<__kernal_port
        sta port
        lda #>__irq_back
        pha
        lda #<__irq_back
        pha
        txa
        pha                     ; where the flags will be
        tsx
        lda $0106,x             ; the flags of what is interrupted, which tell a BRK
        and #$10
        ora #$04                ; no interrupt on the way back
        pha
        lda $0101,x             ; X
        pha
        lda $0100,x
        sta $0101,x
        pla
        tax
        pla
        jmp (irq_entry)
__irq_back:
        pla
        sta port
        pla
        rti
