//go:build !race

package patch_test

const raced = false
