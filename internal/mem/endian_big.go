//go:build s390x && !purego

package mem

const isBigEndian = true
