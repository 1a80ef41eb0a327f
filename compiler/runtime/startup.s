; The way from BASIC into the program and back. Nothing that BASIC or the KERNAL needs afterwards is left changed.

port = $01                      ; the processor port: which ROMs are visible
irq_vector = $0314              ; KERNAL vectors: IRQ, BRK, NMI
nmi_vector = $0318

; Offsets into the saved state.
stack_pointer = __saved
saved_port = __saved + 1
vectors = __saved + 2
zero_page = __saved + 8         ; $02-$8F, then $FB-$FE

; `10 SYS 2080` leads here.
__start:
        cld
        tsx
        stx stack_pointer
        ldx #$8e
@save:  lda $01,x               ; BASIC's zero page is saved and starts as zero for the program
        sta zero_page-1,x
        lda #0
        sta $01,x
        dex
        bne @save
        ldx #4
@free:  lda $fa,x
        sta zero_page+$8d,x
        lda #0
        sta $fa,x
        dex
        bne @free
        ldx #5
@vectors:
        lda irq_vector,x
        sta vectors,x
        dex
        bpl @vectors
        lda port
        sta saved_port
        lda #<__nmi             ; RESTORE would enter BASIC, which is about to go
        sta nmi_vector
        lda #>__nmi
        sta nmi_vector+1
        lda #$36                ; BASIC out; KERNAL and I/O in
        sta port
        jsr __raise             ; in programs with variables under the KERNAL only

        lda #<__bss_start
        sta ARG
        lda #>__bss_start
        sta ARG+1
        lda #0
        tay
        ldx #>__bss_size
        beq @clear_rest
@clear_page:
        sta (ARG),y
        iny
        bne @clear_page
        inc ARG+1
        dex
        bne @clear_page
@clear_rest:
        cpy #<__bss_size
        beq @cleared
        sta (ARG),y
        iny
        bne @clear_rest
@cleared:
        lda #<__data_start
        sta ARG
        lda #>__data_start
        sta ARG+1
        lda #<__data_load
        sta ARG+2
        lda #>__data_load
        sta ARG+3
        ldy #0
        ldx #>__data_size
        beq @copy_rest
@copy_page:
        lda (ARG+2),y
        sta (ARG),y
        iny
        bne @copy_page
        inc ARG+1
        inc ARG+3
        dex
        bne @copy_page
@copy_rest:
        cpy #<__data_size
        beq @copied
        lda (ARG+2),y
        sta (ARG),y
        iny
        bne @copy_rest
@copied:
        lda #<__stack_top
        sta STACK
        lda #>__stack_top
        sta STACK+1
        jsr main

; Back to BASIC, from whatever depth of calls.
__exit:
        sei                     ; the program's interrupt handler, if any, needs the program's zero page
        cld
        ldx stack_pointer
        txs
        jsr __quiet             ; in programs with interrupt handlers only
        ldx #3
@vectors:
        lda vectors,x
        sta irq_vector,x
        dex
        bpl @vectors
        ldx #$8e
@restore:
        lda zero_page-1,x
        sta $01,x
        dex
        bne @restore
        ldx #4
@free:  lda zero_page+$8d,x
        sta $fa,x
        dex
        bne @free
        ldx vectors+4           ; the saved state may lie under the BASIC ROM: read all before that is back
        ldy vectors+5
        lda saved_port
        sta port
        stx nmi_vector
        sty nmi_vector+1
        clc
        cli
        rts

; RESTORE does nothing while the program runs.
__nmi:
        rti
