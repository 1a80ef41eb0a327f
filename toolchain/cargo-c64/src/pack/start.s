; The first instructions of a packed program, where `10 SYS 2080` leads. Nothing else stands where the program will be but
; what has been read before it is written over. From outside: `install`.

        lda port
        pha
        lda #$36                ; BASIC out, as programs may lie under it; KERNAL and I/O in
        sta port
        jmp install
