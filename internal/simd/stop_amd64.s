//go:build gc && !purego

// The end of plain text with AVX2.

#include "textflag.h"

#define BROADCAST(value, xmm, ymm) \
	MOVL         value, AX \
	VMOVD        AX, xmm   \
	VPBROADCASTD xmm, ymm

// func indexStopVector(b []byte) (n int, high uint64)
//
//	SI first byte    CX len - 32: the last place for a vector
//	DX offset        Y1 quotes    Y2 backslashes    Y3 0x1F    Y7 all bytes so far
TEXT ·indexStopVector(SB), NOSPLIT, $0-40
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), CX
	XORQ DX, DX
	SUBQ $32, CX
	BROADCAST($0x22222222, X1, Y1)
	BROADCAST($0x5C5C5C5C, X2, Y2)
	BROADCAST($0x1F1F1F1F, X3, Y3)
	VPXOR Y7, Y7, Y7

loop:
	VMOVDQU   (SI)(DX*1), Y0
	VPCMPEQB  Y0, Y1, Y4
	VPCMPEQB  Y0, Y2, Y5
	VPMINUB   Y0, Y3, Y6
	VPCMPEQB  Y0, Y6, Y6
	VPOR      Y4, Y5, Y4
	VPOR      Y4, Y6, Y4
	VPMOVMSKB Y4, BX
	TESTL     BX, BX
	JNZ       stop
	VPOR      Y0, Y7, Y7
	ADDQ      $32, DX
	CMPQ      DX, CX
	JLE       loop

	VPMOVMSKB Y7, AX
	MOVQ      DX, n+24(FP)
	MOVQ      AX, high+32(FP)
	VZEROUPPER
	RET

	// Of the last vector only the bytes before the stop count: the bits below the
	// lowest of BX.
stop:
	VPMOVMSKB Y7, AX
	VPMOVMSKB Y0, R8
	LEAL      -1(BX), R9
	MOVL      BX, R10
	NOTL      R10
	ANDL      R10, R9
	ANDL      R9, R8
	ORL       R8, AX
	BSFL      BX, BX
	ADDQ      BX, DX
	MOVQ      DX, n+24(FP)
	MOVQ      AX, high+32(FP)
	VZEROUPPER
	RET
