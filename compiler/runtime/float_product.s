; Products and quotients of floats of 32 bits, with the bytes of RUNTIME as in float.s.

; ARG0-3 * ARG4-7 -> ARG0-3. RUNTIME+1 is the exponent less one for a product whose highest bit is clear, if that is 0 to 252; else it
; is 254, and RUNTIME+7-8 have the exponent, with sign.
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
        clc                     ; the sum less 128
        adc RUNTIME+1
        bcc @small
        cmp #125
        bcs @great
        ora #$80
        sta RUNTIME+1
        bne @numbers
@small: bpl @tiny
        and #$7f
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
        tax
        lda RUNTIME+2
        adc RUNTIME+6
        tay
        txa
        sec
        sbc #127
        bcs @high
        dey
@high:  sty RUNTIME+8
        jmp @low
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
        stx RUNTIME+8
@low:   sta RUNTIME+7
        lda #254
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
        ldx #0
        stx RUNTIME+4
        lda ARG
        sta RUNTIME+5
        lda ARG+1
        sta RUNTIME+6
        lda ARG+4
        bne @three
        lda ARG+5
        bne @two
        lda ARG+6
        cmp #$80
        bne @one
        stx RUNTIME+3           ; a power of two changes the exponent only
        lda RUNTIME+1
        bcs @pack
@three: jsr @begin
        ldx RUNTIME+3
        stx RUNTIME+4
        ldx ARG+5
        jsr @row
        tay
        lda RUNTIME+3
        ora RUNTIME+4
        sta RUNTIME+4
        tya
        ldx ARG+6
        jsr @row
        cmp #$80
        bcc @double
        bcs @more
@two:   jsr @begin
        ldx RUNTIME+3
        stx RUNTIME+4
        ldx ARG+6
        jsr @row
        cmp #$80
        bcc @double
        bcs @more
@one:   jsr @begin
        cmp #$80
        bcs @more
@double:
        asl RUNTIME+3
        rol RUNTIME+5
        rol RUNTIME+6
        rol a                   ; the carry is clear then
@more:  sta ARG+2
        lda RUNTIME+5
        sta ARG
        lda RUNTIME+6
        sta ARG+1
        lda RUNTIME+1
        adc #0
@pack:  cmp #254
        bcs @slow
        jmp __float_round
@slow:  sbc #254                ; 1 if the product's highest bit is set
        clc
        adc RUNTIME+7
        sta RUNTIME+1
        lda #0
        adc RUNTIME+8
        sta RUNTIME+2
        jmp __float_pack
; The same as @row for the first byte that is not zero, in A. RUNTIME+5-6 have the significand's lower bytes: with its lowest bit that
; is set the sum becomes the significand, and before that it is zero.
@begin: lsr a
        bcs @from_first
        lsr a
        bcs @from_second
        lsr a
        bcs @from_third
        lsr a
        bcs @from_fourth
        lsr a
        bcs @from_fifth
        lsr a
        bcs @from_sixth
        lsr a
        bcs @from_seventh
        lsr a
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @eighth
@from_seventh:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @seventh
@from_sixth:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @sixth
@from_fifth:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @fifth
@from_fourth:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @fourth
@from_third:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @third
@from_second:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @second
@from_first:
        sta RUNTIME+3
        lda ARG+2
        clc
        jmp @first
; Adds a byte of a factor times the significand in ARG0-2 to a sum and moves the sum eight bits down: from the lowest bit of the byte
; up, add where a bit is set, and move. The sum is in A, RUNTIME+6 and RUNTIME+5, from the highest byte down; the byte in X, and the
; flags tell of it. What moves out is in RUNTIME+3.
@row:   beq @zero
        stx RUNTIME+3
        lsr RUNTIME+3
        bcc @first
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@first: ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @second
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@second:
        ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @third
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@third: ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @fourth
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@fourth:
        ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @fifth
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@fifth: ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @sixth
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@sixth: ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @seventh
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@seventh:
        ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        bcc @eighth
        tay
        clc
        lda RUNTIME+5
        adc ARG
        sta RUNTIME+5
        lda RUNTIME+6
        adc ARG+1
        sta RUNTIME+6
        tya
        adc ARG+2
@eighth:
        ror a
        ror RUNTIME+6
        ror RUNTIME+5
        ror RUNTIME+3
        rts
@zero:  ldx RUNTIME+5
        stx RUNTIME+3
        ldx RUNTIME+6
        stx RUNTIME+5
        sta RUNTIME+6
        lda #0
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
