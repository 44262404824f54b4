// Package sorts sorts. Functions of package slices are compiled once for each type, 9 KB of
// every program; this is compiled once, for what is sorted seldom or is small. It allocates nothing.
package sorts

// small is up to how many elements insertion is faster.
const small = 16

// Sort sorts n elements, which less compares and swap exchanges, by a heap: in n log n steps whatever
// their order.
func Sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	if n <= small {
		for i := 1; i < n; i++ {
			for j := i; j > 0 && less(j, j-1); j-- {
				swap(j, j-1)
			}
		}
		return
	}
	for root := n/2 - 1; root >= 0; root-- {
		sink(root, n, less, swap)
	}
	for end := n - 1; end > 0; end-- {
		swap(0, end)
		sink(0, end, less, swap)
	}
}

// sink moves the element at root down in a heap of n elements until none below it is greater.
func sink(root, n int, less func(i, j int) bool, swap func(i, j int)) {
	for {
		child := 2*root + 1
		if child >= n {
			return
		}
		if child+1 < n && less(child, child+1) {
			child++
		}
		if !less(root, child) {
			return
		}
		swap(root, child)
		root = child
	}
}

// Strings sorts texts by their bytes.
func Strings(s []string) {
	Sort(len(s), func(i, j int) bool { return s[i] < s[j] }, func(i, j int) { s[i], s[j] = s[j], s[i] })
}
