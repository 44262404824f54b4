//go:build gc && !purego

// UTF-8 with Advanced SIMD; utf8.go tells the method.

#include "textflag.h"
#include "text_arm64.h"

// CHECK adds the faults of 16 bytes to V23. prev1, prev2 and prev3 are the same
// bytes one, two and three earlier; they, V24 and V25 are used up.
//
//	V16 faults by upper half of first byte    V19 0x0F    V22 0x80
//	V17 faults by lower half of first byte    V20 0xE0    V23 faults so far
//	V18 faults by upper half of second byte   V21 0xF0
//
// A byte that the maximum with E0 leaves alone is at least E0. Where prev2 is, or
// prev3 at least F0, the byte must be a second continuation.
#define CHECK(bytes, prev1, prev2, prev3) \
	VUSHR $4, prev1.B16, V24.B16            \
	VAND  V19.B16, prev1.B16, prev1.B16     \
	VUSHR $4, bytes.B16, V25.B16            \
	VTBL  V24.B16, [V16.B16], V24.B16       \
	VTBL  prev1.B16, [V17.B16], prev1.B16   \
	VTBL  V25.B16, [V18.B16], V25.B16       \
	VAND  prev1.B16, V24.B16, V24.B16       \
	VAND  V25.B16, V24.B16, V24.B16         \
	VUMAX V20.B16, prev2.B16, V25.B16       \
	VCMEQ V25.B16, prev2.B16, prev2.B16     \
	VUMAX V21.B16, prev3.B16, V25.B16       \
	VCMEQ V25.B16, prev3.B16, prev3.B16     \
	VORR  prev2.B16, prev3.B16, prev3.B16   \
	VAND  V22.B16, prev3.B16, prev3.B16     \
	VEOR  prev3.B16, V24.B16, V24.B16       \
	VORR  V24.B16, V23.B16, V23.B16

// LOOKBACK loads what CHECK needs of the vector at address: V0, V4, V8, V12.
#define LOOKBACK(address) \
	VLD1 (address), [V0.B16]  \
	SUB  $1, address, R6      \
	VLD1 (R6), [V4.B16]       \
	SUB  $2, address, R6      \
	VLD1 (R6), [V8.B16]       \
	SUB  $3, address, R6      \
	VLD1 (R6), [V12.B16]

// func cutUTF8Vector(b []byte) int
//
//	R0 next byte     R2 end - 64: beyond it fewer than 64 bytes are left
//	R1 first byte    R3 end - 16: the last vector
TEXT ·cutUTF8Vector(SB), NOSPLIT, $0-32
	MOVD b_base+0(FP), R0
	MOVD b_len+8(FP), R4
	MOVD R0, R1
	ADD  R4, R0, R3
	SUB  $64, R3, R2
	SUB  $16, R3, R3

	MOVD  $·utf8Faults(SB), R5
	VLD1  (R5), [V16.B16, V17.B16, V18.B16]
	VMOVI $0x0F, V19.B16
	VMOVI $0xE0, V20.B16
	VMOVI $0xF0, V21.B16
	VMOVI $0x80, V22.B16
	VEOR  V23.B16, V23.B16, V23.B16

	// All in front of R0 is ASCII, if only because there is nothing.
ascii:
	CMP  R2, R0
	BHI  asciiEnd
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	VORR V1.B16, V0.B16, V0.B16
	VORR V3.B16, V2.B16, V2.B16
	VORR V2.B16, V0.B16, V0.B16
	ANY(V0, R5)
	TST  $0x8080808080808080, R5
	BNE  mixed
	ADD  $64, R0
	B    ascii

	// Fewer than 64 bytes are left: a vector at a time, then the one at the end.
asciiEnd:
	CMP  R3, R0
	BHS  asciiLast
	VLD1 (R0), [V0.B16]
	ANY(V0, R5)
	TST  $0x8080808080808080, R5
	BNE  mixed
	ADD  $16, R0
	B    asciiEnd

asciiLast:
	VLD1 (R3), [V0.B16]
	ANY(V0, R5)
	TST  $0x8080808080808080, R5
	BEQ  done

mixed:
	CMP R1, R0
	BNE runes

	// At the start the bytes before are zeros, which V23 still is.
	VLD1 (R0), [V0.B16]
	VEXT $15, V0.B16, V23.B16, V4.B16
	VEXT $14, V0.B16, V23.B16, V8.B16
	VEXT $13, V0.B16, V23.B16, V12.B16
	CHECK(V0, V4, V8, V12)
	ANY(V23, R5)
	CBNZ R5, fault
	ADD  $16, R0

	// From here the bytes before are loaded from where they lie: V0-V3 hold a
	// block, V4-V7, V8-V11 and V12-V15 the same one, two and three bytes earlier.
	// A block that turns out ASCII hands back to the first loop.
runes:
	CMP  R2, R0
	BHI  runesEnd
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	SUB  $1, R0, R6
	VLD1 (R6), [V4.B16, V5.B16, V6.B16, V7.B16]
	SUB  $2, R0, R6
	VLD1 (R6), [V8.B16, V9.B16, V10.B16, V11.B16]
	SUB  $3, R0, R6
	VLD1 (R6), [V12.B16, V13.B16, V14.B16, V15.B16]
	CHECK(V0, V4, V8, V12)
	CHECK(V1, V5, V9, V13)
	CHECK(V2, V6, V10, V14)
	CHECK(V3, V7, V11, V15)
	ANY(V23, R5)
	CBNZ R5, fault
	ADD  $64, R0
	VORR V1.B16, V0.B16, V0.B16
	VORR V3.B16, V2.B16, V2.B16
	VORR V2.B16, V0.B16, V0.B16
	ANY(V0, R5)
	TST  $0x8080808080808080, R5
	BNE  runes
	B    ascii

	// Fewer than 64 bytes are left. R5 walks them, so that R0 stays in front of a
	// fault; the last vector may overlap what is done.
runesEnd:
	MOVD R0, R5

runesNext:
	CMP R3, R5
	BHS last
	LOOKBACK(R5)
	CHECK(V0, V4, V8, V12)
	ADD $16, R5
	B   runesNext

last:
	LOOKBACK(R3)
	CHECK(V0, V4, V8, V12)
	ANY(V23, R5)
	CBNZ R5, fault

done:
	MOVD R4, ret+24(FP)
	RET

fault:
	SUB  R1, R0, R0
	MOVD R0, ret+24(FP)
	RET
