//go:build race

package patch_test

// raced says that pools drop what is put into them, by chance.
const raced = true
