//go:build gc && !purego

// Copying plain text with Advanced SIMD.

#include "textflag.h"
#include "text_arm64.h"

// STOPS sets stops to something for each byte of text that is a stop, and to zero for
// the others; t is used.
//
//	V16 stops by upper half of a byte    V17 the same by lower half    V18 0x0F
#define STOPS(text, stops, t) \
	VUSHR $4, text.B16, stops.B16            \
	VAND  V18.B16, text.B16, t.B16           \
	VTBL  stops.B16, [V16.B16], stops.B16    \
	VTBL  t.B16, [V17.B16], t.B16            \
	VAND  t.B16, stops.B16, stops.B16

// func copyPlainVector(dst []byte, src string, stops *[2][16]byte) (n int, high uint64)
//
//	R1 next byte of src    R10 dst - src    R2 first byte of src
//	R3 end of src - 32: the last place for two vectors
//	R4 end of src - 16: the last vector     V20 all bytes so far
TEXT ·copyPlainVector(SB), NOSPLIT, $0-64
	MOVD  dst_base+0(FP), R10
	MOVD  src_base+24(FP), R1
	MOVD  src_len+32(FP), R4
	MOVD  stops+40(FP), R5
	VLD1  (R5), [V16.B16, V17.B16]
	VMOVI $0x0F, V18.B16
	VEOR  V20.B16, V20.B16, V20.B16
	MOVD  R1, R2
	SUB   R1, R10, R10
	ADD   R1, R4, R4
	SUB   $32, R4, R3
	SUB   $16, R4, R4
	MOVD  ZR, R7

loop32:
	CMP  R3, R1
	BHI  loop16
	VLD1 (R1), [V0.B16, V1.B16]
	ADD  R10, R1, R5
	VST1 [V0.B16, V1.B16], (R5)
	STOPS(V0, V2, V4)
	STOPS(V1, V3, V5)
	VORR V2.B16, V3.B16, V4.B16
	ANY(V4, R5)
	CBNZ R5, stop32
	VORR V0.B16, V1.B16, V0.B16
	VORR V0.B16, V20.B16, V20.B16
	ADD  $32, R1
	B    loop32

loop16:
	CMP  R4, R1
	BHI  rest
	VLD1 (R1), [V0.B16]
	ADD  R10, R1, R5
	VST1 [V0.B16], (R5)
	STOPS(V0, V2, V4)
	ANY(V2, R5)
	CBNZ R5, stop16
	VORR V0.B16, V20.B16, V20.B16
	ADD  $16, R1
	B    loop16

	// What is left is less than a vector: the last one overlaps what is done.
rest:
	ADD  $16, R4, R5
	CMP  R5, R1
	BEQ  done
	MOVD R4, R1
	B    loop16

done:
	SUB  R2, R1, R1
	ANY(V20, R5)
	ORR  R7, R5, R5
	AND  $0x8080808080808080, R5, R5
	MOVD R1, n+48(FP)
	MOVD R5, high+56(FP)
	RET

stop32:
	ANY(V2, R5)
	CBNZ R5, stop16
	VORR V0.B16, V20.B16, V20.B16
	VORR V1.B16, V1.B16, V0.B16
	VORR V3.B16, V3.B16, V2.B16
	ADD  $16, R1

	// Eight bytes at a time, R6 with their stops in R5: the first or the second eight
	// have one. Of them only the bytes before it count.
stop16:
	VCMTST V2.B16, V2.B16, V2.B16
	VMOV   V2.D[0], R5
	VMOV   V0.D[0], R6
	CBNZ   R5, found
	ORR    R6, R7, R7
	ADD    $8, R1
	VMOV   V2.D[1], R5
	VMOV   V0.D[1], R6

found:
	TOSTOP(R1)
	B done
