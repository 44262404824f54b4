// What the kernels that look through text share.

// ANY sets to to zero if all of from is, and to something else if not; R6 is used.
#define ANY(from, to) \
	VMOV from.D[0], to \
	VMOV from.D[1], R6 \
	ORR  R6, to, to

// TOSTOP moves next from eight bytes, which are in R6, to the first for which the byte of
// R5 is all ones, and adds those before it to R7; R8 is used.
#define TOSTOP(next) \
	RBIT R5, R5       \
	CLZ  R5, R5       \
	MOVD $1, R8       \
	LSL  R5, R8, R8   \
	SUB  $1, R8, R8   \
	AND  R8, R6, R6   \
	ORR  R6, R7, R7   \
	ADD  R5>>3, next, next
