//go:build gc && !purego

// The end of plain text with Advanced SIMD.

#include "textflag.h"
#include "text_arm64.h"

// STOPS sets stops to all ones for each byte of text that is a stop; t is used.
//
//	V16 quotes    V17 backslashes    V18 0x1F
#define STOPS(text, stops, t) \
	VCMEQ V16.B16, text.B16, stops.B16 \
	VCMEQ V17.B16, text.B16, t.B16     \
	VORR  t.B16, stops.B16, stops.B16  \
	VUMIN V18.B16, text.B16, t.B16     \
	VCMEQ text.B16, t.B16, t.B16       \
	VORR  t.B16, stops.B16, stops.B16

// func indexStopVector(b []byte) (n int, high uint64)
//
//	R0 next byte     R2 first byte
//	R3 end - 32: the last place for two vectors    V20 all bytes so far
TEXT ·indexStopVector(SB), NOSPLIT, $0-40
	MOVD  b_base+0(FP), R0
	MOVD  b_len+8(FP), R3
	MOVD  R0, R2
	ADD   R0, R3, R3
	SUB   $32, R3, R3
	VMOVI $0x22, V16.B16
	VMOVI $0x5C, V17.B16
	VMOVI $0x1F, V18.B16
	VEOR  V20.B16, V20.B16, V20.B16
	MOVD  ZR, R7

loop:
	VLD1 (R0), [V0.B16, V1.B16]
	STOPS(V0, V2, V4)
	STOPS(V1, V3, V5)
	VORR V2.B16, V3.B16, V4.B16
	ANY(V4, R5)
	CBNZ R5, stop
	VORR V0.B16, V1.B16, V0.B16
	VORR V0.B16, V20.B16, V20.B16
	ADD  $32, R0
	CMP  R3, R0
	BLS  loop

done:
	SUB  R2, R0, R0
	ANY(V20, R5)
	ORR  R7, R5, R5
	AND  $0x8080808080808080, R5, R5
	MOVD R0, n+24(FP)
	MOVD R5, high+32(FP)
	RET

	// Eight bytes at a time, R6 with the stops of R5, up to those with a stop.
stop:
	VMOV V2.D[0], R5
	VMOV V0.D[0], R6
	CBNZ R5, found
	ORR  R6, R7, R7
	ADD  $8, R0
	VMOV V2.D[1], R5
	VMOV V0.D[1], R6
	CBNZ R5, found
	ORR  R6, R7, R7
	ADD  $8, R0
	VMOV V3.D[0], R5
	VMOV V1.D[0], R6
	CBNZ R5, found
	ORR  R6, R7, R7
	ADD  $8, R0
	VMOV V3.D[1], R5
	VMOV V1.D[1], R6

	// Of these eight only the bytes before the stop count.
found:
	TOSTOP(R0)
	B done
