//go:build gc && !purego

// 16-bit floats with AVX2 and F16C.

#include "textflag.h"

// FILL fills ymm with a value of four bytes; AX and ymm's low half xmm are used.
#define FILL(value, xmm, ymm) \
	MOVL         value, AX \
	VMOVD        AX, xmm   \
	VPBROADCASTD xmm, ymm

// The two loops of binary16 stop at a block with a signalling NaN. Shifted up by
// Y14, the patterns of signalling NaNs end with the highest signed integer; quiet
// ones become negative. So what is then above Y13, infinity, signals.
//
// All four loops do blocks of 16 elements. A rest is done by a last block that
// ends with the slices and overlaps what is done.

// func float16sToFloat32sVector(dst []float32, src []uint16) int
//
//	DI next of dst    CX elements done
//	SI next of src    R8 length - 16
TEXT ·float16sToFloat32sVector(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	SUBQ $16, R8
	XORL CX, CX
	FILL($0x7FFF7FFF, X15, Y15)
	FILL($0x02000200, X14, Y14)
	FILL($0x7E007E00, X13, Y13)

loop:
	VPAND     (SI)(CX*2), Y15, Y0
	VPADDW    Y14, Y0, Y0
	VPCMPGTW  Y13, Y0, Y0
	VPTEST    Y0, Y0
	JNZ       done
	VCVTPH2PS (SI)(CX*2), Y1
	VCVTPH2PS 16(SI)(CX*2), Y2
	VMOVUPS   Y1, (DI)(CX*4)
	VMOVUPS   Y2, 32(DI)(CX*4)
	ADDQ      $16, CX
	CMPQ      CX, R8
	JLE       loop

	ADDQ $16, R8 // the length
	CMPQ CX, R8
	JE   done
	LEAQ -16(R8), CX
	SUBQ $16, R8
	JMP  loop

done:
	MOVQ CX, ret+48(FP)
	VZEROUPPER
	RET

// func float32sToFloat16sVector(dst []uint16, src []float32) int
//
// The registers are as above. Rounding mode 0 is nearest even, whatever the
// control register says.
TEXT ·float32sToFloat16sVector(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	SUBQ $16, R8
	XORL CX, CX
	FILL($0x7FFFFFFF, X15, Y15)
	FILL($0x00400000, X14, Y14)
	FILL($0x7FC00000, X13, Y13)

loop:
	VMOVUPS   (SI)(CX*4), Y0
	VMOVUPS   32(SI)(CX*4), Y1
	VPAND     Y15, Y0, Y2
	VPAND     Y15, Y1, Y3
	VPADDD    Y14, Y2, Y2
	VPADDD    Y14, Y3, Y3
	VPCMPGTD  Y13, Y2, Y2
	VPCMPGTD  Y13, Y3, Y3
	VPOR      Y3, Y2, Y2
	VPTEST    Y2, Y2
	JNZ       done
	VCVTPS2PH $0, Y0, (DI)(CX*2)
	VCVTPS2PH $0, Y1, 16(DI)(CX*2)
	ADDQ      $16, CX
	CMPQ      CX, R8
	JLE       loop

	ADDQ $16, R8
	CMPQ CX, R8
	JE   done
	LEAQ -16(R8), CX
	SUBQ $16, R8
	JMP  loop

done:
	MOVQ CX, ret+48(FP)
	VZEROUPPER
	RET

// func bfloat16sToFloat32sVector(dst []float32, src []uint16)
//
// The registers are as above.
TEXT ·bfloat16sToFloat32sVector(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	SUBQ $16, R8
	XORL CX, CX

loop:
	VPMOVZXWD (SI)(CX*2), Y0
	VPMOVZXWD 16(SI)(CX*2), Y1
	VPSLLD    $16, Y0, Y0
	VPSLLD    $16, Y1, Y1
	VMOVDQU   Y0, (DI)(CX*4)
	VMOVDQU   Y1, 32(DI)(CX*4)
	ADDQ      $16, CX
	CMPQ      CX, R8
	JLE       loop

	ADDQ $16, R8
	CMPQ CX, R8
	JE   done
	LEAQ -16(R8), CX
	SUBQ $16, R8
	JMP  loop

done:
	VZEROUPPER
	RET

// NARROW turns eight float32 into bfloat16 in their low halves, using t and u.
//
//	Y15 0x7FFFFFFF    Y12 1              Y10 0x7F0000
//	Y14 infinity      Y11 0x7FFF         Y9  0x7FFF0000
//	Y13 quiet bit of a bfloat16
//
// t becomes all ones at NaNs, which are cut without rounding; then, at NaNs whose
// upper payload is empty: Y10 moves those to the top of the signed integers and
// the others beyond.
#define NARROW(y, t, u) \
	VPAND    Y15, y, u  \
	VPCMPGTD Y14, u, t  \
	VPADDD   Y10, u, u  \
	VPCMPGTD Y9, u, u   \
	VPAND    Y13, u, u  \
	VPSRLD   $16, y, Y8 \
	VPAND    Y12, Y8, Y8 \
	VPADDD   Y11, Y8, Y8 \
	VPANDN   Y8, t, t   \
	VPADDD   t, y, y    \
	VPSRLD   $16, y, y  \
	VPOR     u, y, y

// func float32sToBFloat16sVector(dst []uint16, src []float32)
//
// The registers are as above. Packing works in the two halves of the vectors, so
// the quarters are put in order afterwards.
TEXT ·float32sToBFloat16sVector(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	SUBQ $16, R8
	XORL CX, CX
	FILL($0x7FFFFFFF, X15, Y15)
	FILL($0x7F800000, X14, Y14)
	FILL($0x00000040, X13, Y13)
	FILL($0x00000001, X12, Y12)
	FILL($0x00007FFF, X11, Y11)
	FILL($0x007F0000, X10, Y10)
	FILL($0x7FFF0000, X9, Y9)

loop:
	VMOVDQU   (SI)(CX*4), Y0
	VMOVDQU   32(SI)(CX*4), Y1
	NARROW(Y0, Y2, Y3)
	NARROW(Y1, Y4, Y5)
	VPACKUSDW Y1, Y0, Y0
	VPERMQ    $0xD8, Y0, Y0
	VMOVDQU   Y0, (DI)(CX*2)
	ADDQ      $16, CX
	CMPQ      CX, R8
	JLE       loop

	ADDQ $16, R8
	CMPQ CX, R8
	JE   done
	LEAQ -16(R8), CX
	SUBQ $16, R8
	JMP  loop

done:
	VZEROUPPER
	RET
