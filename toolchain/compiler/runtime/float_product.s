; Products and quotients of floats of 32 bits, with the bytes of RUNTIME as in float.s where nothing else is said.

; ARG0-3 * ARG4-7 -> ARG0-3. Bytes of the significands are multiplied by two look-ups: a * b = f(a + b) - f(a - b), where f(n) is
; n * n / 4 without its fraction, in the tables that __fill_squares makes. Those are read at a byte of the first significand, in Y, by
; pointers that have a byte of the second one, a, in them:
;
; RUNTIME+4-5, RUNTIME+6-7    f(a + Y), low and high byte
; RUNTIME+8-9, RUNTIME+10-11  f(Y - a), if a is not zero
;
; The product is in RUNTIME+2-3 and ARG+3-6, the lowest byte first; ARG+4-6 have the second significand, too, each byte of it until the
; pointers have it. RUNTIME+1 is the exponent of a product whose highest bit is set, if that is 2 to 254; else it is 0, and ARG+7 and the
; lower seven bits of RUNTIME have the exponent of one whose highest bit is clear, with sign.
__mulsf3:
        lda ARG+3
        eor ARG+7
        and #$80
        sta RUNTIME
        lda ARG+6
        cmp #$80                ; the exponent's lowest bit, which gives its place to bit 23 of the significand
        ora #$80
        sta ARG+6
        lda ARG+7
        rol a
        beq @rare
        cmp #$ff
        beq @rare
        sta RUNTIME+1
        lda ARG+2
        cmp #$80
        ora #$80
        sta ARG+2
        lda ARG+3
        rol a
        beq @scarce
        cmp #$ff
        beq @scarce
        clc                     ; the exponent is the sum of both less 126
        adc RUNTIME+1
        bcc @small
        cmp #125
        bcs @great
        adc #$82                ; the carry of the sum, 256, less 126; it is clear now
        sta RUNTIME+1
        bne @numbers
@small: bpl @tiny
        sbc #125                ; the carry is clear: one more
        sta RUNTIME+1
        jmp @numbers
@scarce:
        asl ARG+2               ; the bit goes back
        lsr a
        ror ARG+2
        lda RUNTIME+1
@rare:  asl ARG+6
        lsr a
        ror ARG+6
        ldx #0
        jsr __float_apart
        sta RUNTIME+9
        ldx #4
        jsr __float_apart
        ora RUNTIME+9
        bne @special
        clc
        lda RUNTIME+1
        adc RUNTIME+5
        tay
        lda RUNTIME+2
        adc RUNTIME+6
        tax
        tya
        sec
        sbc #127
        bcs @outside
        dex
        jmp @outside
@special:
        cmp #4
        bcc @known              ; 1 zero, 2 infinity, 3 the one times the other
        lda RUNTIME+9
        jmp __float_nan
@known: cmp #1
        bne @other
        lda #0
@other: jmp __float_special
@great: ldx #1                  ; the carry is set: the sum is 256 more than A
        sbc #127
        bcs @outside
        dex
        bcc @outside
@tiny:  ldx #0                  ; the carry is clear
        sbc #126
        bcs @outside
        dex
@outside:
        sta ARG+7
        txa                     ; -1, 0 or 1, in seven bits
        and #$7f
        ora RUNTIME
        sta RUNTIME
        lda #0
        sta RUNTIME+1
@numbers:
        ldy ARG                 ; the factor with zeros in its low bytes is to be the second, whose zeros take no time
        bne @ordered
        ldx ARG+1
        beq @swap
        lda ARG+4
        beq @ordered
@swap:  lda ARG+4
        sta ARG
        sty ARG+4
        lda ARG+5
        sta ARG+1
        stx ARG+5
        lda ARG+6
        ldx ARG+2
        sta ARG+2
        stx ARG+6
@ordered:
        lda ARG+4
        ora ARG+5
        bne @tables
        lda ARG+6
        cmp #$80
        bne @tables
        lda #0                  ; a power of two changes the exponent only
        sta RUNTIME+4
        ldx RUNTIME+1
        beq @power
        dex
        lda ARG+2
        bmi @put
@power: sta RUNTIME+2
        sta RUNTIME+3
        clc
        jmp @slow
@tables:
        lda #>__squares         ; the pages of the pointers, whose low bytes are those of a factor
        sta RUNTIME+9
        lda #>__squares+256
        sta RUNTIME+5
        lda #>__squares+768
        sta RUNTIME+11
        lda #>__squares+1024
        sta RUNTIME+7
        lda ARG+4
        bne @low
        sta RUNTIME+2           ; bytes of the product that nothing else sets; ARG+4 is zero
        sta RUNTIME+3
        sta ARG+3
        lda ARG+5
        bne @middle
        beq @top
@low:   sta RUNTIME+4           ; the byte
        sta RUNTIME+6
        eor #$ff                ; 256 less the byte
        tax
        inx
        stx RUNTIME+8
        stx RUNTIME+10
        ldy ARG
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        sta RUNTIME+2
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        sta RUNTIME+3
        ldy ARG+1               ; the carry is set, as no product is negative
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        sta ARG+3
        txa
        clc
        adc RUNTIME+3
        sta RUNTIME+3
        bcc @low_third
        inc ARG+3
@low_third:
        ldy ARG+2
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        sta ARG+4
        txa
        clc
        adc ARG+3
        sta ARG+3
        bcc @low_done
        inc ARG+4
@low_done:
        lda ARG+5               ; a byte that is zero is that of the product, too
        beq @top
@middle:
        sta RUNTIME+4
        sta RUNTIME+6
        eor #$ff
        tax
        inx
        stx RUNTIME+8
        stx RUNTIME+10
        ldy ARG+2
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        sta ARG+5
        txa
        clc
        adc ARG+4
        sta ARG+4
        bcc @middle_second
        inc ARG+5
@middle_second:
        ldy ARG+1
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        tay
        txa
        clc
        adc ARG+3
        sta ARG+3
        tya
        adc ARG+4
        sta ARG+4
        bcc @middle_third
        inc ARG+5
@middle_third:
        ldy ARG
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        tay
        txa
        clc
        adc RUNTIME+3
        sta RUNTIME+3
        tya
        adc ARG+3
        sta ARG+3
        bcc @top
        inc ARG+4
        bne @top
        inc ARG+5
@top:   lda ARG+6
        sta RUNTIME+4
        sta RUNTIME+6
        eor #$ff
        tax
        inx
        stx RUNTIME+8
        stx RUNTIME+10
        ldy ARG+2
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        sta ARG+6
        txa
        clc
        adc ARG+5
        sta ARG+5
        bcc @top_second
        inc ARG+6
@top_second:
        ldy ARG+1
        beq @top_third
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        tay
        txa
        clc
        adc ARG+4
        sta ARG+4
        tya
        adc ARG+5
        sta ARG+5
        bcc @top_third
        inc ARG+6
@top_third:
        ldy ARG
        beq @none
        sec
        lda (RUNTIME+4),y
        sbc (RUNTIME+8),y
        tax
        lda (RUNTIME+6),y
        sbc (RUNTIME+10),y
        tay
        txa
        clc
        adc ARG+3
        sta RUNTIME+4
        tya
        adc ARG+4
        sta ARG
        bcc @whole
        inc ARG+5
        bne @whole
        inc ARG+6
@whole: lda ARG+6
        bmi @high
        asl RUNTIME+4           ; bit 7 of RUNTIME+3 may stay where it is: of what follows, only whether it is zero counts
        rol ARG
        rol ARG+5
        rol a
        ldx RUNTIME+1
        beq @less
        dex
        bne @move
@high:  ldx RUNTIME+1
        beq @more
@move:  ldy ARG+5
        sty ARG+1
@put:   sta ARG+2
        txa
        lsr a
        ora RUNTIME
        sta ARG+3
        bcs @round
        lda ARG+2
        and #$7f
        sta ARG+2
@round: lda RUNTIME+4
        bpl @done
        asl a
        ora RUNTIME+2
        ora RUNTIME+3
        bne @up
        lda ARG
        lsr a
        bcc @done               ; half way, and even
@up:    inc ARG
        bne @done
        inc ARG+1
        bne @done
        inc ARG+2
        bne @done
        inc ARG+3
@done:  rts
@less:  clc                     ; the exponent is the one with sign; the carry is what the highest bit adds to it
        bcc @far
@more:  sec
@far:   sta ARG+2
        lda ARG+5
        sta ARG+1
@slow:  lda RUNTIME+2
        ora RUNTIME+3
        ldy RUNTIME+4
        sty RUNTIME+3
        sta RUNTIME+4
        lda ARG+7
        adc #0
        sta RUNTIME+1
        lda RUNTIME
        and #$7f
        adc #0
        asl a                   ; seven bits with sign become eight
        cmp #$80
        ror a
        sta RUNTIME+2
        lda RUNTIME
        and #$80
        sta RUNTIME
        jmp __float_pack
@none:  lda ARG+3
        sta RUNTIME+4
        lda ARG+4
        sta ARG
        jmp @whole

; Makes the tables of __mulsf3, once, before the program begins: f(n) for n from -256 to 511, 768 low bytes and then 768 high bytes.
; ARG0-3 are pointers to both, ARG+4 and X the high and low byte of f(n), ARG+5 and ARG+6 those of f(n + 1) - f(n), which is (n + 1) / 2
; rounded down.
__fill_squares:
        ldy #0
        sty ARG
        sty ARG+2
        lda #>__squares
        sta ARG+1
        lda #>__squares+768
        sta ARG+3
        lda #$40
        sta ARG+4
        lda #$ff
        sta ARG+5
        lda #$80
        sta ARG+6
        ldx #0
@next:  txa
        sta (ARG),y
        clc
        adc ARG+6
        tax
        lda ARG+4
        sta (ARG+2),y
        adc ARG+5
        sta ARG+4
        tya
        lsr a
        bcs @odd
        inc ARG+6
        bne @odd
        inc ARG+5
@odd:   iny
        bne @next
        inc ARG+1
        inc ARG+3
        lda ARG+3
        cmp #>__squares+1536
        bne @next
        rts

; ARG0-3 / ARG4-7 -> ARG0-3.
__divsf3:
        lda ARG+3
        eor ARG+7
        and #$80
        sta RUNTIME
        lda ARG+6
        asl a
        lda ARG+7
        rol a
        beq @rare
        cmp #$ff
        beq @rare
        sta RUNTIME+1
        lda ARG+2
        asl a
        lda ARG+3
        rol a
        beq @rare
        cmp #$ff
        beq @rare
        ldx #0                  ; the exponent, if the dividend's significand is the larger one: the difference and 127
        sec
        sbc RUNTIME+1
        bcs @great
        adc #127
        bcs @exponent
        dex
        bcc @exponent
@great: adc #126                ; the carry is set: one more
        bcc @exponent
        inx
@exponent:
        sta RUNTIME+1
        stx RUNTIME+2
        lda ARG+2
        ora #$80
        sta ARG+2
        lda ARG+6
        ora #$80
        sta ARG+6
        bne @numbers
@rare:  ldx #0
        jsr __float_apart
        sta RUNTIME+9
        ldx #4
        jsr __float_apart
        tay
        ora RUNTIME+9
        bne @special
        sec
        lda RUNTIME+1
        sbc RUNTIME+5
        tax
        lda RUNTIME+2
        sbc RUNTIME+6
        tay
        txa
        clc
        adc #127
        sta RUNTIME+1
        bcc @high
        iny
@high:  sty RUNTIME+2
        jmp @numbers
@special:
        cmp #4
        lda RUNTIME+9
        bcc @known
        jmp __float_nan
@known: cpy RUNTIME+9
        bne @differ
        lda #3                  ; zero by zero, infinity by infinity
        bne @give
@differ:
        cmp #2
        beq @give               ; infinity by anything else
        cpy #1
        bne @zero
        lda #2                  ; anything else by zero
        bne @give
@zero:  lda #0
@give:  jmp __float_special
@numbers:
        ldy #3                  ; RUNTIME+6-8 the quotient, RUNTIME+5 two bits more
        ldx #1                  ; RUNTIME+3 a byte of it: the 1 moves out when the byte is full
        stx RUNTIME+3
        lda ARG                 ; the dividend is to be the larger one, so that the quotient begins with a 1
        cmp ARG+4
        lda ARG+1
        sbc ARG+5
        lda ARG+2
        sbc ARG+6
        lda ARG+2
        bcs @take
        ldx RUNTIME+1
        bne @low
        dec RUNTIME+2
@low:   dec RUNTIME+1
@next:  asl ARG                 ; the remainder: A, ARG+1, ARG
        rol ARG+1
        rol a
        bcs @take               ; the carry is bit 24 of the remainder
        cmp ARG+6
        bcc @none
        bne @take
        ldx ARG+1
        cpx ARG+5
        bcc @none
        bne @take
        ldx ARG
        cpx ARG+4
        bcc @none
@take:  tax                     ; the carry is set
        lda ARG
        sbc ARG+4
        sta ARG
        lda ARG+1
        sbc ARG+5
        sta ARG+1
        txa
        sbc ARG+6
        sec
@none:  rol RUNTIME+3
        bcc @next
        ldx RUNTIME+3
        stx RUNTIME+5,y
        ldx #1
        dey
        bmi @done
        bne @byte
        ldx #$40
@byte:  stx RUNTIME+3
        bne @next
@done:  ora ARG
        ora ARG+1
        sta RUNTIME+4
        lda RUNTIME+5
        lsr a
        ror a
        ror a
        and #$c0
        sta RUNTIME+3
        lda RUNTIME+6
        sta ARG
        lda RUNTIME+7
        sta ARG+1
        lda RUNTIME+8
        sta ARG+2
        jmp __float_pack
