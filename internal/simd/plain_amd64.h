// Which bytes stand for themselves, shared by the kernels that copy text.

// PLAIN sets mask to a bit for each byte of v that none of two tables of stopTables
// stops; t and u are used. The constants are those of the width of v:
//
//	by  stops by upper half of a byte    lo  the same by lower half
//	half 0x0F                            zero
#define PLAIN(v, t, u, by, lo, half, zero, mask) \
	VPSRLW    $4, v, t    \
	VPAND     half, t, t  \
	VPSHUFB   t, by, t    \
	VPAND     half, v, u  \
	VPSHUFB   u, lo, u    \
	VPAND     t, u, t     \
	VPCMPEQB  zero, t, t  \
	VPMOVMSKB t, mask
