; Room on the stacks, tested at the entry of a function, and the end of a program that has none. The compiler adds the two
; messages and their exit codes.

port = $01                      ; the processor port: which ROMs are visible
chrout = $ffd2                  ; KERNAL: prints A
clrchn = $ffcc                  ; KERNAL: screen and keyboard again
exit_code = $d7ff
return = 13

saved_a = RUNTIME
saved_x = RUNTIME + 1
record = RUNTIME + 2            ; the last byte of the call; the function's record is behind it
left = RUNTIME + 4              ; low byte of what is left of the software stack
text = RUNTIME + 6
ends_with = RUNTIME + 8

; __stack_limit has the lowest address that the software stack may have, in an interrupt handler that of its own piece.
; Behind the call lie the bytes that the function takes of the software stack (two), the lowest stack pointer it may begin
; with, and the address of its name. Goes on behind that; keeps A and X.
__stack_check:
        sta saved_a
        stx saved_x
        pla
        sta record
        pla
        sta record+1
        tsx
        txa
        ldy #3
        cmp (record),y
        bcc @hardware
        ldy #1
        lda STACK
        sec
        sbc (record),y
        sta left
        iny
        lda STACK+1
        sbc (record),y
        bcc @software
        cmp __stack_limit+1
        bcc @software
        bne @room
        lda left
        cmp __stack_limit
        bcc @software
@room:  lda record
        clc
        adc #5
        tax
        lda record+1
        adc #0
        pha
        txa
        pha
        lda saved_a
        ldx saved_x
        rts

@hardware:
        ldx #hardware
        lda #<@hardware_text
        ldy #>@hardware_text
        bne @end
@software:
        ldx #software
        lda #<@software_text
        ldy #>@software_text
@end:   stx ends_with
        sta text
        sty text+1
        cld
        ldx __saved             ; the stack pointer at the program's start
        txs
        lda #<__kernal_port     ; the KERNAL may be banked out
        sta port
        jsr clrchn
        jsr @print
        ldy #4
        lda (record),y
        sta text
        iny
        lda (record),y
        sta text+1
        jsr @print
        lda #return
        jsr chrout
        lda ends_with
        sta exit_code
        jmp __exit
@next:  jsr chrout
        inc text
        bne @print
        inc text+1
@print: ldy #0
        lda (text),y
        bne @next
        rts
