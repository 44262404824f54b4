//go:build (amd64 || arm64 || 386 || ppc64le || loong64) && !purego

package mem

const isBigEndian = false
