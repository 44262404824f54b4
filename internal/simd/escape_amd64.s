//go:build gc && !purego

// Copying text with escapes, with AVX2.

#include "textflag.h"
#include "plain_amd64.h"

// func copyEscapedVector(dst []byte, src string, stops *[2][16]byte, escapes *Escapes) (read, written int, high uint64)
//
//	DI dst    SI src    CX bytes of src left    R8 escapes    R10 CX in the tail
//	R9 how much longer dst is than what is left of src and EscapeRoom
//	Y1, Y2 the tables    Y3 0x0F    Y6 zero    Y7 all bytes so far
//
// Of what is stored, the bytes before a stop count, and all of a word beside them.
TEXT ·copyEscapedVector(SB), NOSPLIT, $0-80
	MOVQ           dst_base+0(FP), DI
	MOVQ           dst_len+8(FP), R9
	MOVQ           src_base+24(FP), SI
	MOVQ           src_len+32(FP), CX
	MOVQ           stops+40(FP), AX
	MOVQ           escapes+48(FP), R8
	VBROADCASTI128 (AX), Y1
	VBROADCASTI128 16(AX), Y2
	MOVL           $0x0F0F0F0F, AX
	VMOVD          AX, X3
	VPBROADCASTD   X3, Y3
	VPXOR          Y6, Y6, Y6
	VPXOR          Y7, Y7, Y7
	SUBQ           CX, R9
	SUBQ           $8, R9

next:
	CMPQ CX, $32
	JLT  tail

loop:
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)
	VPOR    Y0, Y7, Y7
	PLAIN(Y0, Y4, Y5, Y1, Y2, Y3, Y6, BX)
	XORL    $-1, BX
	JNZ     stop
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $32, CX
	CMPQ    CX, $32
	JGE     loop

	// Less than a vector is done by two shorter ones that overlap, in one register: BX
	// has a bit for each stop of the first, AX of the second, which begins at CX.
tail:
	MOVQ        CX, R10
	CMPQ        CX, $16
	JLT         tail8
	VMOVDQU     (SI), X0
	VMOVDQU     -16(SI)(CX*1), X4
	VMOVDQU     X0, (DI)
	VMOVDQU     X4, -16(DI)(CX*1)
	VINSERTI128 $1, X4, Y0, Y0
	VPOR        Y0, Y7, Y7
	PLAIN(Y0, Y4, Y5, Y1, Y2, Y3, Y6, BX)
	XORL        $-1, BX
	JZ          last
	MOVL        BX, AX
	SHRL        $16, AX
	MOVWLZX     BX, BX
	SUBL        $16, CX
	JMP         merge

tail8:
	CMPQ    CX, $8
	JLT     tail4
	MOVQ    (SI), AX
	MOVQ    -8(SI)(CX*1), BX
	MOVQ    AX, (DI)
	MOVQ    BX, -8(DI)(CX*1)
	VMOVQ   AX, X0
	VPINSRQ $1, BX, X0, X0
	VPOR    Y0, Y7, Y7
	PLAIN(X0, X4, X5, X1, X2, X3, X6, BX)
	XORL    $0xFFFF, BX
	JZ      last
	MOVL    BX, AX
	SHRL    $8, AX
	MOVBLZX BX, BX
	SUBL    $8, CX
	JMP     merge

tail4:
	CMPQ    CX, $4
	JLT     tail1
	MOVL    (SI), AX
	MOVL    -4(SI)(CX*1), BX
	MOVL    AX, (DI)
	MOVL    BX, -4(DI)(CX*1)
	VMOVD   AX, X0
	VPINSRD $1, BX, X0, X0
	VPOR    Y0, Y7, Y7
	PLAIN(X0, X4, X5, X1, X2, X3, X6, BX)
	XORL    $0xFF, BX
	ANDL    $0xFF, BX
	JZ      last
	MOVL    BX, AX
	SHRL    $4, AX
	ANDL    $0x0F, BX
	SUBL    $4, CX

merge:
	SHLL CX, AX
	ORL  AX, BX
	MOVQ R10, CX

	// BX has a bit for each stop of a vector that begins R11 bytes in front of SI.
stop:
	XORL R11, R11

again:
	TZCNTL  BX, AX
	SUBQ    R11, AX
	LEAQ    1(R11)(AX*1), R11
	ADDQ    AX, SI
	ADDQ    AX, DI
	SUBQ    AX, CX
	MOVBLZX (SI), AX
	TESTB   AX, AX
	JMI     done
	MOVQ    (R8)(AX*8), AX
	MOVQ    AX, (DI)
	SHRQ    $56, AX
	ADDQ    AX, DI
	INCQ    SI
	DECQ    CX
	SUBQ    AX, R9
	ADDQ    $1, R9
	JLT     done
	LEAL    -1(BX), AX
	ANDL    AX, BX
	JZ      next
	CMPQ    CX, $32
	JLT     tail
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)
	JMP     again

	// Up to three bytes: a pair, and one behind it.
tail1:
	CMPQ    CX, $2
	JLT     tail0
	MOVWLZX (SI), AX
	JEQ     few
	MOVBLZX 2(SI), BX
	SHLL    $16, BX
	ORL     BX, AX
	JMP     few

tail0:
	TESTQ   CX, CX
	JEQ     done
	MOVBLZX (SI), AX

few:
	MOVL  AX, (DI)
	VMOVD AX, X0
	VPOR  Y0, Y7, Y7
	PLAIN(X0, X4, X5, X1, X2, X3, X6, BX)
	MOVL  $-1, AX
	SHLL  CX, AX
	ORL   AX, BX
	XORL  $-1, BX
	JNZ   stop

last:
	ADDQ CX, DI
	XORL CX, CX

done:
	VPMOVMSKB Y7, AX
	MOVQ      src_len+32(FP), BX
	SUBQ      CX, BX
	SUBQ      dst_base+0(FP), DI
	MOVQ      BX, read+56(FP)
	MOVQ      DI, written+64(FP)
	MOVQ      AX, high+72(FP)
	VZEROUPPER
	RET
