//go:build gc && !purego

// Booleans as bits with Advanced SIMD.

#include "textflag.h"

// MASK keeps of each boolean in v its bit of the byte it goes to: V16 is a one in
// each byte, V17 the eight bits. Adding neighbours three times then makes bytes.
#define MASK(v) \
	VCMTST V16.B16, v.B16, v.B16 \
	VAND   V17.B16, v.B16, v.B16

// PACK gathers the lowest bits of the 16 booleans at address in to.
#define PACK(address, to) \
	VLD1  (address), [V0.B16]     \
	MASK(V0)                      \
	VADDP V0.B16, V0.B16, V0.B16  \
	VADDP V0.B16, V0.B16, V0.B16  \
	VADDP V0.B16, V0.B16, V0.B16  \
	VMOV  V0.H[0], to

// func packBoolsVector(dst []byte, src []bool)
//
//	R0 next byte of dst
//	R1 next boolean    R3 end of src - 16    R2 booleans in the last byte, if not 8
TEXT ·packBoolsVector(SB), NOSPLIT, $0-48
	MOVD  dst_base+0(FP), R0
	MOVD  src_base+24(FP), R1
	MOVD  src_len+32(FP), R2
	ADD   R2, R1, R3
	SUB   $16, R3, R3
	SUB   $48, R3, R4
	ADD   R2>>3, R0, R5
	SUB   $2, R5, R5         // dst's last two bytes that are full
	AND   $7, R2, R2
	VMOVI $1, V16.B16
	MOVD  $0x8040201008040201, R6
	VDUP  R6, V17.D2

loop64:
	CMP    R4, R1
	BGT    loop16
	VLD1.P 64(R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	MASK(V0)
	MASK(V1)
	MASK(V2)
	MASK(V3)
	VADDP  V1.B16, V0.B16, V0.B16
	VADDP  V3.B16, V2.B16, V2.B16
	VADDP  V2.B16, V0.B16, V0.B16
	VADDP  V0.B16, V0.B16, V0.B16
	VST1.P [V0.B8], 8(R0)
	B      loop64

loop16:
	CMP    R3, R1
	BGT    end
	PACK(R1, R6)
	MOVH.P R6, 2(R0)
	ADD    $16, R1
	B      loop16

	// The last 16 booleans of full bytes, which overlap what is done. Then the
	// last 16 of all: the rest stands highest.
end:
	SUB  R2, R3, R6
	PACK(R6, R7)
	MOVH R7, (R5)
	CBZ  R2, done
	PACK(R3, R7)
	MOVD $16, R6
	SUB  R2, R6, R6
	LSR  R6, R7, R7
	MOVB R7, 2(R5)

done:
	RET

// The byte that each of 64 booleans comes from.
DATA unpackFrom<>+0(SB)/8, $0x0000000000000000
DATA unpackFrom<>+8(SB)/8, $0x0101010101010101
DATA unpackFrom<>+16(SB)/8, $0x0202020202020202
DATA unpackFrom<>+24(SB)/8, $0x0303030303030303
DATA unpackFrom<>+32(SB)/8, $0x0404040404040404
DATA unpackFrom<>+40(SB)/8, $0x0505050505050505
DATA unpackFrom<>+48(SB)/8, $0x0606060606060606
DATA unpackFrom<>+56(SB)/8, $0x0707070707070707
GLOBL unpackFrom<>(SB), RODATA|NOPTR, $64

// SPREAD turns bytes of V4, chosen by from, into the 16 booleans of to.
#define SPREAD(from, to) \
	VTBL   from.B16, [V4.B16], to.B16 \
	VCMTST V17.B16, to.B16, to.B16    \
	VAND   V16.B16, to.B16, to.B16

// func unpackBoolsVector(dst []bool, src []byte)
//
//	R0 next boolean    R3 end of dst - 16    R2 booleans in the last byte, if not 8
//	R1 next byte of src                      V20-V23 unpackFrom
TEXT ·unpackBoolsVector(SB), NOSPLIT, $0-48
	MOVD  dst_base+0(FP), R0
	MOVD  dst_len+8(FP), R2
	MOVD  src_base+24(FP), R1
	ADD   R2, R0, R3
	SUB   $16, R3, R3
	SUB   $48, R3, R4
	ADD   R2>>3, R1, R5
	SUB   $2, R5, R5         // src's last two bytes that are full
	AND   $7, R2, R2
	VMOVI $1, V16.B16
	MOVD  $0x8040201008040201, R6
	VDUP  R6, V17.D2
	MOVD  $unpackFrom<>(SB), R6
	VLD1  (R6), [V20.B16, V21.B16, V22.B16, V23.B16]

loop64:
	CMP    R4, R0
	BGT    loop16
	VLD1.P 8(R1), [V4.B8]
	SPREAD(V20, V0)
	SPREAD(V21, V1)
	SPREAD(V22, V2)
	SPREAD(V23, V3)
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R0)
	B      loop64

loop16:
	CMP     R3, R0
	BGT     end
	MOVHU.P 2(R1), R6
	VMOV    R6, V4.H[0]
	SPREAD(V20, V0)
	VST1.P  [V0.B16], 16(R0)
	B       loop16

	// The last 16 booleans of full bytes, which overlap what is done. Then the
	// last 16 of all, whose bits R6 takes from three bytes.
end:
	SUB   R2, R3, R7
	MOVHU (R5), R6
	VMOV  R6, V4.H[0]
	SPREAD(V20, V0)
	VST1  [V0.B16], (R7)
	CBZ   R2, done
	MOVBU 2(R5), R7
	ORR   R7<<16, R6, R6
	LSR   R2, R6, R6
	VMOV  R6, V4.H[0]
	SPREAD(V20, V0)
	VST1  [V0.B16], (R3)

done:
	RET
