//go:build gc && !purego

// 16-bit floats with Advanced SIMD.

#include "textflag.h"

// FILLS and FILLH fill a vector with a value of four or two bytes; R6 is used.
#define FILLS(value, v) \
	MOVD value, R6 \
	VDUP R6, v.S4

#define FILLH(value, v) \
	MOVD value, R6 \
	VDUP R6, v.H8

// AHEAD loads the arguments: R0 dst, R1 src, R2 blocks of 16 that are left, R3
// elements behind the last of them.
#define AHEAD \
	MOVD dst_base+0(FP), R0 \
	MOVD src_base+24(FP), R1 \
	MOVD src_len+32(FP), R2 \
	AND  $15, R2, R3        \
	LSR  $4, R2, R2

// All four loops do blocks of 16 elements. A rest of R3 elements is done by a last
// block that ends with the slices and overlaps what is done.
//
// The two loops of binary16 stop at a block with a signalling NaN. Those are the
// patterns that follow infinity, of V30 + 1 in number: less V29, the first of
// them, they are what the minimum with V30 leaves alone. V31 removes the sign.
// The bases of dst and src go along with the blocks that are done.

// SIGNALS sets t to all ones at the signalling NaNs of v; S4 or H8 is the shape.
#define SIGNALS(v, t, u, shape) \
	VAND  V31.B16, v.B16, t.B16       \
	VSUB  V29.shape, t.shape, t.shape \
	VUMIN V30.shape, t.shape, u.shape \
	VCMEQ u.shape, t.shape, t.shape

// func float16sToFloat32sVector(dst []float32, src []uint16) int
TEXT ·float16sToFloat32sVector(SB), NOSPLIT, $0-56
	AHEAD
	FILLH($0x7FFF, V31)
	FILLH($0x01FE, V30)
	FILLH($0x7C01, V29)

loop:
	VLD1  (R1), [V0.H8, V1.H8]
	SIGNALS(V0, V2, V3, H8)
	SIGNALS(V1, V4, V5, H8)
	VORR  V4.B16, V2.B16, V2.B16
	VMOV  V2.D[0], R4
	VMOV  V2.D[1], R5
	ORR   R5, R4, R4
	CBNZ  R4, done
	WORD  $0x0E217802 // FCVTL  V2.4S, V0.4H
	WORD  $0x4E217803 // FCVTL2 V3.4S, V0.8H
	WORD  $0x0E217824 // FCVTL  V4.4S, V1.4H
	WORD  $0x4E217825 // FCVTL2 V5.4S, V1.8H
	VST1  [V2.S4, V3.S4, V4.S4, V5.S4], (R0)
	ADD   $32, R1
	ADD   $64, R0
	SUB   $1, R2
	CBNZ  R2, loop

	CBZ  R3, done
	SUB  $16, R3
	ADD  R3<<1, R1, R1
	ADD  R3<<2, R0, R0
	MOVD $0, R3
	MOVD $1, R2
	B    loop

done:
	MOVD src_base+24(FP), R2
	SUB  R2, R1, R1
	LSR  $1, R1, R1
	MOVD R1, ret+48(FP)
	RET

// func float32sToFloat16sVector(dst []uint16, src []float32) int
TEXT ·float32sToFloat16sVector(SB), NOSPLIT, $0-56
	AHEAD
	FILLS($0x7FFFFFFF, V31)
	FILLS($0x003FFFFE, V30)
	FILLS($0x7F800001, V29)

loop:
	VLD1  (R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	SIGNALS(V0, V4, V5, S4)
	SIGNALS(V1, V6, V7, S4)
	VORR  V6.B16, V4.B16, V4.B16
	SIGNALS(V2, V6, V7, S4)
	VORR  V6.B16, V4.B16, V4.B16
	SIGNALS(V3, V6, V7, S4)
	VORR  V6.B16, V4.B16, V4.B16
	VMOV  V4.D[0], R4
	VMOV  V4.D[1], R5
	ORR   R5, R4, R4
	CBNZ  R4, done
	WORD  $0x0E216804 // FCVTN  V4.4H, V0.4S
	WORD  $0x4E216824 // FCVTN2 V4.8H, V1.4S
	WORD  $0x0E216845 // FCVTN  V5.4H, V2.4S
	WORD  $0x4E216865 // FCVTN2 V5.8H, V3.4S
	VST1  [V4.H8, V5.H8], (R0)
	ADD   $64, R1
	ADD   $32, R0
	SUB   $1, R2
	CBNZ  R2, loop

	CBZ  R3, done
	SUB  $16, R3
	ADD  R3<<2, R1, R1
	ADD  R3<<1, R0, R0
	MOVD $0, R3
	MOVD $1, R2
	B    loop

done:
	MOVD src_base+24(FP), R2
	SUB  R2, R1, R1
	LSR  $2, R1, R1
	MOVD R1, ret+48(FP)
	RET

// func bfloat16sToFloat32sVector(dst []float32, src []uint16)
//
// Interleaving with zeros, V31, puts each element into the upper half.
TEXT ·bfloat16sToFloat32sVector(SB), NOSPLIT, $0-48
	AHEAD
	VEOR V31.B16, V31.B16, V31.B16

loop:
	VLD1  (R1), [V0.H8, V1.H8]
	VZIP1 V0.H8, V31.H8, V2.H8
	VZIP2 V0.H8, V31.H8, V3.H8
	VZIP1 V1.H8, V31.H8, V4.H8
	VZIP2 V1.H8, V31.H8, V5.H8
	VST1  [V2.H8, V3.H8, V4.H8, V5.H8], (R0)
	ADD   $32, R1
	ADD   $64, R0
	SUB   $1, R2
	CBNZ  R2, loop

	CBZ  R3, done
	SUB  $16, R3
	ADD  R3<<1, R1, R1
	ADD  R3<<2, R0, R0
	MOVD $0, R3
	MOVD $1, R2
	B    loop

done:
	RET

// NARROW turns four float32 into bfloat16 in their upper halves. V4, V5 and V6 are
// used.
//
//	V31 0x7FFFFFFF    V29 infinity + 1    V27 infinity      V25 0x7FFF
//	V30 0xFFFE        V28 quiet bit       V26 1
//
// V5 becomes all ones where there is no NaN: only there is rounded. V4 becomes all
// ones at NaNs whose upper payload is empty, which are the 65535 that follow
// infinity, and brings the quiet bit.
#define NARROW(v) \
	SIGNALS(v, V4, V5, S4)         \
	VAND  V28.B16, V4.B16, V4.B16  \
	VAND  V31.B16, v.B16, V5.B16   \
	VUMIN V27.S4, V5.S4, V6.S4     \
	VCMEQ V6.S4, V5.S4, V5.S4      \
	VUSHR $16, v.S4, V6.S4         \
	VAND  V26.B16, V6.B16, V6.B16  \
	VADD  V25.S4, V6.S4, V6.S4     \
	VAND  V5.B16, V6.B16, V6.B16   \
	VADD  V6.S4, v.S4, v.S4        \
	VORR  V4.B16, v.B16, v.B16

// func float32sToBFloat16sVector(dst []uint16, src []float32)
TEXT ·float32sToBFloat16sVector(SB), NOSPLIT, $0-48
	AHEAD
	FILLS($0x7FFFFFFF, V31)
	FILLS($0x0000FFFE, V30)
	FILLS($0x7F800001, V29)
	FILLS($0x00400000, V28)
	FILLS($0x7F800000, V27)
	FILLS($0x00000001, V26)
	FILLS($0x00007FFF, V25)

loop:
	VLD1  (R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	NARROW(V0)
	NARROW(V1)
	NARROW(V2)
	NARROW(V3)
	VUZP2 V1.H8, V0.H8, V0.H8
	VUZP2 V3.H8, V2.H8, V1.H8
	VST1  [V0.H8, V1.H8], (R0)
	ADD   $64, R1
	ADD   $32, R0
	SUB   $1, R2
	CBNZ  R2, loop

	CBZ  R3, done
	SUB  $16, R3
	ADD  R3<<2, R1, R1
	ADD  R3<<1, R0, R0
	MOVD $0, R3
	MOVD $1, R2
	B    loop

done:
	RET
