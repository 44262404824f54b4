//go:build gc && !purego

// Copying plain text with AVX2.

#include "textflag.h"
#include "plain_amd64.h"

// func copyPlainVector(dst []byte, src string, stops *[2][16]byte) (n int, high uint64)
//
//	DI dst    SI src    CX len - 32: the last place for a vector    DX offset
//	Y1, Y2 the tables    Y3 0x0F    Y6 zero    Y7 all bytes so far
TEXT ·copyPlainVector(SB), NOSPLIT, $0-64
	MOVQ           dst_base+0(FP), DI
	MOVQ           src_base+24(FP), SI
	MOVQ           src_len+32(FP), CX
	MOVQ           stops+40(FP), AX
	VBROADCASTI128 (AX), Y1
	VBROADCASTI128 16(AX), Y2
	MOVL           $0x0F0F0F0F, AX
	VMOVD          AX, X3
	VPBROADCASTD   X3, Y3
	VPXOR          Y6, Y6, Y6
	VPXOR          Y7, Y7, Y7
	XORQ           DX, DX
	SUBQ           $32, CX
	JLT            short

loop:
	VMOVDQU (SI)(DX*1), Y0
	VMOVDQU Y0, (DI)(DX*1)
	PLAIN(Y0, Y4, Y5, Y1, Y2, Y3, Y6, BX)
	XORL    $-1, BX
	JNZ     stop
	VPOR    Y0, Y7, Y7
	ADDQ    $32, DX
	CMPQ    DX, CX
	JLE     loop

	// What is left is less than a vector: the last one overlaps what is done.
	LEAQ      32(CX), R8
	CMPQ      DX, R8
	JEQ       done
	MOVQ      CX, DX
	JMP       loop

done:
	VPMOVMSKB Y7, AX
	MOVQ      DX, n+48(FP)
	MOVQ      AX, high+56(FP)
	VZEROUPPER
	RET

	// Two vectors of 16 bytes.
short:
	ADDQ    $16, CX

shortLoop:
	VMOVDQU (SI)(DX*1), X0
	VMOVDQU X0, (DI)(DX*1)
	PLAIN(X0, X4, X5, X1, X2, X3, X6, BX)
	XORL    $0xFFFF, BX
	JNZ     stop
	VPOR    X0, X7, X7
	ADDQ    $16, DX
	CMPQ    DX, CX
	JLE     shortLoop
	LEAQ    16(CX), R8
	CMPQ    DX, R8
	JEQ     done
	MOVQ    CX, DX
	JMP     shortLoop

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
	MOVQ      DX, n+48(FP)
	MOVQ      AX, high+56(FP)
	VZEROUPPER
	RET
