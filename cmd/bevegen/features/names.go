package features

// Names has names of every length, and some that are hard to compare.
type Names struct {
	A       int    `json:"1"`
	B       int    `json:"seven77"`
	C       int    `json:"eight888"`
	D       string `json:"fifteen15151515"`
	E       string `json:"sixteen161616161"`
	F       bool   `json:"seventeen17171717"`
	G       int    `json:"a_name_of_more_than_thirty-two_bytes_in_it"`
	H       []int  `json:"a_name_that_is_so_long_that_its_size_does_not_fit_into_a_single_byte_any_more_as_it_does_up_to_sixty-three"`
	Ü       int    `json:"größe"`
	Quote   int    `json:"a/b~c"`
	Percent int    `json:"100%d"`
	Same1   int    `json:"prefix_of_the_same_length_1"`
	Same2   int    `json:"prefix_of_the_same_length_2"`
}

// Many has more members than a word has bits.
type Many struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 int
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 string
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 bool
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 float64
	E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 []int
	F0, F1, F2, F3, F4, F5, F6, F7, F8, F9 uint8
	G0, G1, G2, G3, G4, G5, G6, G7, G8, G9 *int
}

// ManyOmitted has so many, and some are left out.
type ManyOmitted struct {
	Many
	O1 int    `json:",omitempty"`
	O2 string `json:",omitempty"`
	O3 []int  `json:",omitempty"`
}

// Tagged prefers one tag to another.
type Tagged struct {
	A int    `beve:"alpha" json:"a"`
	B int    `json:"b,omitempty"`
	C string `beve:"-" json:"c"`
	D string `beve:"d,omitempty" json:"-"`
}
