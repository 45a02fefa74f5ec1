package simplex

// intHeap is a binary heap of small numbers without duplicates, the least first.
type intHeap struct {
	list []int32
	in   []bool
}

func (h *intHeap) grow() { h.in = append(h.in, false) }

func (h *intHeap) push(v int32) {
	if h.in[v] {
		return
	}
	h.in[v] = true
	h.list = append(h.list, v)
	i := len(h.list) - 1
	for i > 0 {
		p := (i - 1) / 2
		if h.list[p] <= v {
			break
		}
		h.list[i] = h.list[p]
		i = p
	}
	h.list[i] = v
}

func (h *intHeap) pop() int32 {
	top := h.list[0]
	h.in[top] = false
	n := len(h.list) - 1
	v := h.list[n]
	h.list = h.list[:n]
	if n == 0 {
		return top
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h.list[c+1] < h.list[c] {
			c++
		}
		if h.list[c] >= v {
			break
		}
		h.list[i] = h.list[c]
		i = c
	}
	h.list[i] = v
	return top
}
