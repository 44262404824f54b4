//go:build gc && !purego

// Booleans as bits with AVX2.

#include "textflag.h"

// PACK gathers the lowest bits of the 32 booleans at address in a 32-bit register.
// The shift moves them to where VPMOVMSKB looks; what it carries from one byte to
// the next does not get there.
#define PACK(address, to) \
	VMOVDQU   address, Y0  \
	VPSLLW    $7, Y0, Y0   \
	VPMOVMSKB Y0, to

// func packBoolsVector(dst []byte, src []bool)
//
//	DI next byte of dst
//	SI next boolean    R8 end of src - 32    CX booleans in the last byte, if not 8
TEXT ·packBoolsVector(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	LEAQ -32(SI)(CX*1), R8
	LEAQ -96(R8), R9
	MOVQ CX, R10
	SHRQ $3, R10
	LEAQ -4(DI)(R10*1), R10 // dst's last four bytes that are full
	ANDQ $7, CX

loop128:
	CMPQ SI, R9
	JG   loop32
	PACK(0(SI), AX)
	PACK(32(SI), BX)
	PACK(64(SI), DX)
	PACK(96(SI), R11)
	MOVL AX, (DI)
	MOVL BX, 4(DI)
	MOVL DX, 8(DI)
	MOVL R11, 12(DI)
	ADDQ $128, SI
	ADDQ $16, DI
	JMP  loop128

loop32:
	CMPQ SI, R8
	JG   end
	PACK((SI), AX)
	MOVL AX, (DI)
	ADDQ $32, SI
	ADDQ $4, DI
	JMP  loop32

	// The last 32 booleans of full bytes, which overlap what is done. Then the
	// last 32 of all: the rest stands highest.
end:
	MOVQ R8, R9
	SUBQ CX, R9
	PACK((R9), AX)
	MOVL AX, (R10)
	TESTL CX, CX
	JZ   done
	PACK((R8), AX)
	NEGL CX
	SHRL CX, AX             // by 32 - rest: the count is taken modulo 32
	MOVB AX, 4(R10)

done:
	VZEROUPPER
	RET

// Y13 is the byte that each of 32 booleans comes from, Y14 its bit in there, Y15
// a one in each byte.
DATA unpackFrom<>+0(SB)/8, $0x0000000000000000
DATA unpackFrom<>+8(SB)/8, $0x0101010101010101
DATA unpackFrom<>+16(SB)/8, $0x0202020202020202
DATA unpackFrom<>+24(SB)/8, $0x0303030303030303
GLOBL unpackFrom<>(SB), RODATA|NOPTR, $32

DATA unpackBits<>+0(SB)/8, $0x8040201008040201
GLOBL unpackBits<>(SB), RODATA|NOPTR, $8

DATA unpackOnes<>+0(SB)/8, $0x0101010101010101
GLOBL unpackOnes<>(SB), RODATA|NOPTR, $8

// SPREAD turns the four bytes that fill ymm into 32 booleans.
#define SPREAD(ymm) \
	VPSHUFB Y13, ymm, ymm \
	VPAND   Y14, ymm, ymm \
	VPMINUB Y15, ymm, ymm

// func unpackBoolsVector(dst []bool, src []byte)
//
//	DI next boolean    R8 end of dst - 32    CX booleans in the last byte, if not 8
//	SI next byte of src
TEXT ·unpackBoolsVector(SB), NOSPLIT, $0-48
	MOVQ         dst_base+0(FP), DI
	MOVQ         dst_len+8(FP), CX
	MOVQ         src_base+24(FP), SI
	VMOVDQU      unpackFrom<>(SB), Y13
	VPBROADCASTQ unpackBits<>(SB), Y14
	VPBROADCASTQ unpackOnes<>(SB), Y15
	LEAQ         -32(DI)(CX*1), R8
	LEAQ         -96(R8), R9
	MOVQ         CX, R10
	SHRQ         $3, R10
	LEAQ         -4(SI)(R10*1), R10 // src's last four bytes that are full
	ANDQ         $7, CX

loop128:
	CMPQ         DI, R9
	JG           loop32
	VPBROADCASTD 0(SI), Y0
	VPBROADCASTD 4(SI), Y1
	VPBROADCASTD 8(SI), Y2
	VPBROADCASTD 12(SI), Y3
	SPREAD(Y0)
	SPREAD(Y1)
	SPREAD(Y2)
	SPREAD(Y3)
	VMOVDQU      Y0, 0(DI)
	VMOVDQU      Y1, 32(DI)
	VMOVDQU      Y2, 64(DI)
	VMOVDQU      Y3, 96(DI)
	ADDQ         $128, DI
	ADDQ         $16, SI
	JMP          loop128

loop32:
	CMPQ         DI, R8
	JG           end
	VPBROADCASTD (SI), Y0
	SPREAD(Y0)
	VMOVDQU      Y0, (DI)
	ADDQ         $32, DI
	ADDQ         $4, SI
	JMP          loop32

	// The last 32 booleans of full bytes, which overlap what is done. Then the
	// last 32 of all, whose bits AX takes from five bytes.
end:
	MOVQ         R8, R9
	SUBQ         CX, R9
	VPBROADCASTD (R10), Y0
	SPREAD(Y0)
	VMOVDQU      Y0, (R9)
	TESTL        CX, CX
	JZ           done
	MOVL         (R10), AX
	MOVBLZX      4(R10), BX
	SHLQ         $32, BX
	ORQ          BX, AX
	SHRQ         CX, AX
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	SPREAD(Y0)
	VMOVDQU      Y0, (R8)

done:
	VZEROUPPER
	RET
