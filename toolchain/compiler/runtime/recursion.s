; Saving what a function keeps over a call that may lead back into it: homes in page zero on the software stack.

; Pushes the bytes listed at A (low), Y (high): how many, made even, then their addresses.
__push_homes:
        sta RUNTIME
        sty RUNTIME+1
        ldy #0
        lda STACK
        sec
        sbc (RUNTIME),y
        sta STACK
        bcs @count
        dec STACK+1
@count: lda (RUNTIME),y
        tay
@byte:  lda (RUNTIME),y
        tax
        lda 0,x
        dey
        sta (STACK),y
        bne @byte
        rts

; Takes them back.
__pop_homes:
        sta RUNTIME
        sty RUNTIME+1
        ldy #0
        lda (RUNTIME),y
        tay
@byte:  lda (RUNTIME),y
        tax
        dey
        lda (STACK),y
        sta 0,x
        tya
        bne @byte
        lda STACK
        clc
        adc (RUNTIME),y
        sta STACK
        bcc @done
        inc STACK+1
@done:  rts
