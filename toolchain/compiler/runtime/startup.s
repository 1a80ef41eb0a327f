; The way from BASIC into the program and back. Nothing that BASIC or the KERNAL needs afterwards is left changed. The
; compiler adds where the program's zero page begins and its size, `own` and `own_size`, and the same of what it has apart.
; It leaves out what stands between `; if` and `; end` if the program has no such thing.

port = $01                      ; the processor port: which ROMs are visible
irq_vector = $0314              ; KERNAL vectors: IRQ, BRK, NMI
nmi_vector = $0318

; Offsets into the saved state.
stack_pointer = __saved
saved_port = __saved + 1
vectors = __saved + 2
saved_own = __saved + 8
saved_apart = saved_own + own_size

; `10 SYS 2080` leads here.
__start:
        cld
        tsx
        stx stack_pointer
        ldx #own_size
@save:  lda own-1,x             ; the program's zero page is saved and starts as zero
        sta saved_own-1,x
        lda #0
        sta own-1,x
        dex
        bne @save
; if apart
        ldx #apart_size
@apart: lda apart-1,x
        sta saved_apart-1,x
        lda #0
        sta apart-1,x
        dex
        bne @apart
; end
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
        lda #<__kernal_port     ; BASIC out; KERNAL and I/O in
        sta port
; if under the KERNAL
        jsr __raise
; end

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
; if first contents
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
; end
; if squares
        jsr __fill_squares
; end
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
; if handlers
        jsr __quiet
; end
        ldx #3
@vectors:
        lda vectors,x
        sta irq_vector,x
        dex
        bpl @vectors
        ldx #own_size
@restore:
        lda saved_own-1,x
        sta own-1,x
        dex
        bne @restore
; if apart
        ldx #apart_size
@apart: lda saved_apart-1,x
        sta apart-1,x
        dex
        bne @apart
; end
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
