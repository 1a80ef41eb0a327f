; What the three texts of a packed program share. Page zero and the rest: Sheldon Leemon, "Mapping the Commodore 64".

port = $01                      ; the processor port: which ROMs are visible
nmi_vector = $0318              ; where RESTORE leads
border = $d020

; Page zero, from BASIC's work area for numbers. Each address is the one behind the next byte.
work = $57
source = work                   ; of packed bytes
from = work + 2                 ; of bytes to copy
target = work + 4               ; of unpacked bytes
distance = work + 6             ; of the last copy, less one
bits = work + 8                 ; not yet read, bit 7 first, then a 1
number = work + 9
work_size = 11
