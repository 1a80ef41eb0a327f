; Behind the packed bytes: puts everything where nothing is unpacked to. From outside: `install`, the address behind the
; packed bytes, which is here; `end`, the one behind the program; `unpacker`, where `unpack.s` runs, and its
; `unpacker_size`, and after that in the file the program's first `head_size` bytes from its entry on.

variables_start = $2d           ; BASIC's pointers: the end of the program and with it of variables and arrays
arrays_start = $2f
arrays_end = $31
ignore = unpacker + unpacker_size - 1

        lda nmi_vector          ; RUN/STOP with RESTORE would enter BASIC, which is out
        pha
        lda nmi_vector+1
        pha
        lda #<ignore
        sta nmi_vector
        lda #>ignore
        sta nmi_vector+1
        ldx #work_size-1
@work:  lda work,x
        pha
        lda state,x
        sta work,x
        dex
        bpl @work
        lda border
        pha
        ldx #0
@head:  lda code+unpacker_size,x
        pha
        inx
        cpx #head_size
        bne @head
        lda #<end               ; as LOAD of the unpacked program leaves them
        sta variables_start
        sta arrays_start
        sta arrays_end
        lda #>end
        sta variables_start+1
        sta arrays_start+1
        sta arrays_end+1
        ldx #unpacker_size
@copy:  lda code-1,x
        sta unpacker-1,x
        dex
        bne @copy
        ldy #0
        jmp unpacker

; What `work` begins with.
state:  .word install, 0, end, 0
        .byte $80, 0, 0
code:
