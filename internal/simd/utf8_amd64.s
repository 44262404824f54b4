//go:build gc && !purego

// UTF-8 with AVX2; utf8.go tells the method.

#include "textflag.h"

// CHECK adds the faults of 32 bytes to Y8. prev1, prev2 and prev3 are the same
// bytes one, two and three earlier; prev1, prev2, prev3 and Y7 are used up.
//
//	Y8  faults so far
//	Y9  0x80                     Y13 faults by upper half of first byte
//	Y10 0x70 = 0xF0 - 0x80       Y14 faults by lower half of first byte
//	Y11 0x60 = 0xE0 - 0x80       Y15 faults by upper half of second byte
//	Y12 0x0F
//
// A saturated subtraction leaves bit 7 where prev2 is at least E0, or prev3 F0:
// where the byte must be a second continuation.
#define CHECK(bytes, prev1, prev2, prev3) \
	VPSRLW   $4, prev1, Y7       \
	VPAND    Y12, Y7, Y7         \
	VPAND    Y12, prev1, prev1   \
	VPSHUFB  Y7, Y13, Y7         \
	VPSHUFB  prev1, Y14, prev1   \
	VPAND    prev1, Y7, Y7       \
	VPSRLW   $4, bytes, prev1    \
	VPAND    Y12, prev1, prev1   \
	VPSHUFB  prev1, Y15, prev1   \
	VPAND    prev1, Y7, Y7       \
	VPSUBUSB Y11, prev2, prev2   \
	VPSUBUSB Y10, prev3, prev3   \
	VPOR     prev2, prev3, prev3 \
	VPAND    Y9, prev3, prev3    \
	VPXOR    prev3, Y7, Y7       \
	VPOR     Y7, Y8, Y8

// BROADCAST fills ymm with a byte's value; AX and its low half xmm are used.
#define BROADCAST(value, xmm, ymm) \
	MOVL         value, AX \
	VMOVD        AX, xmm   \
	VPBROADCASTD xmm, ymm

// func cutUTF8Vector(b []byte) int
//
//	SI next byte      R8 end - 64: beyond it fewer than 64 bytes are left
//	DX first byte     R9 end - 32: the last vector
TEXT ·cutUTF8Vector(SB), NOSPLIT, $0-32
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), CX
	MOVQ SI, DX
	LEAQ -64(SI)(CX*1), R8
	LEAQ -32(SI)(CX*1), R9

	BROADCAST($0x80808080, X9, Y9)
	BROADCAST($0x70707070, X10, Y10)
	BROADCAST($0x60606060, X11, Y11)
	BROADCAST($0x0F0F0F0F, X12, Y12)
	VBROADCASTI128 ·utf8Faults+0(SB), Y13
	VBROADCASTI128 ·utf8Faults+16(SB), Y14
	VBROADCASTI128 ·utf8Faults+32(SB), Y15
	VPXOR          Y8, Y8, Y8

	// All in front of SI is ASCII, if only because there is nothing.
ascii:
	CMPQ      SI, R8
	JA        asciiEnd
	VMOVDQU   (SI), Y0
	VPOR      32(SI), Y0, Y0
	VPMOVMSKB Y0, AX
	TESTL     AX, AX
	JNZ       mixed
	ADDQ      $64, SI
	JMP       ascii

	// Two vectors that may overlap are the last bytes.
asciiEnd:
	CMPQ      SI, R9
	MOVQ      SI, R10
	CMOVQHI   R9, R10
	VMOVDQU   (R10), Y0
	VPOR      (R9), Y0, Y0
	VPMOVMSKB Y0, AX
	TESTL     AX, AX
	JZ        done

mixed:
	CMPQ SI, DX
	JNE  runes

	// At the start the bytes before are zeros: Y1 is the low half of the vector
	// behind 16 of them, so that each half of it stands in front of its bytes.
	VMOVDQU    (SI), Y0
	VPERM2I128 $0x08, Y0, Y0, Y1
	VPALIGNR   $13, Y1, Y0, Y4
	VPALIGNR   $14, Y1, Y0, Y3
	VPALIGNR   $15, Y1, Y0, Y2
	CHECK(Y0, Y2, Y3, Y4)
	VPTEST     Y8, Y8
	JNZ        fault
	ADDQ       $32, SI

	// From here the bytes before are loaded from where they lie. A block that
	// turns out ASCII hands back to the first loop.
runes:
	CMPQ      SI, R8
	JA        runesEnd
	VMOVDQU   (SI), Y0
	VMOVDQU   -1(SI), Y1
	VMOVDQU   -2(SI), Y2
	VMOVDQU   -3(SI), Y3
	CHECK(Y0, Y1, Y2, Y3)
	VMOVDQU   32(SI), Y4
	VMOVDQU   31(SI), Y1
	VMOVDQU   30(SI), Y2
	VMOVDQU   29(SI), Y3
	CHECK(Y4, Y1, Y2, Y3)
	VPTEST    Y8, Y8
	JNZ       fault
	ADDQ      $64, SI
	VPOR      Y4, Y0, Y0
	VPMOVMSKB Y0, AX
	TESTL     AX, AX
	JNZ       runes
	JMP       ascii

	// Fewer than 64 bytes are left: one vector if there are more than 32, and the
	// vector at the end, which may overlap what is done.
runesEnd:
	CMPQ    SI, R9
	JAE     last
	VMOVDQU (SI), Y0
	VMOVDQU -1(SI), Y1
	VMOVDQU -2(SI), Y2
	VMOVDQU -3(SI), Y3
	CHECK(Y0, Y1, Y2, Y3)

last:
	VMOVDQU (R9), Y0
	VMOVDQU -1(R9), Y1
	VMOVDQU -2(R9), Y2
	VMOVDQU -3(R9), Y3
	CHECK(Y0, Y1, Y2, Y3)
	VPTEST  Y8, Y8
	JNZ     fault

done:
	MOVQ CX, ret+24(FP)
	VZEROUPPER
	RET

fault:
	SUBQ DX, SI
	MOVQ SI, ret+24(FP)
	VZEROUPPER
	RET
