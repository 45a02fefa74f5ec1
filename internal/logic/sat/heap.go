package sat

// heap is a binary heap of variables, the most active one first.
type heap struct {
	activity *[]float64
	vars     []Var
	index    []int32 // by variable: position in vars, or -1
}

func (h *heap) less(a, b Var) bool {
	x, y := (*h.activity)[a], (*h.activity)[b]
	return x > y || x == y && a < b
}

func (h *heap) insert(v Var) {
	if h.index[v] >= 0 {
		return
	}
	h.index[v] = int32(len(h.vars))
	h.vars = append(h.vars, v)
	h.up(len(h.vars) - 1)
}

// increased restores the order after v's activity grew.
func (h *heap) increased(v Var) {
	if i := h.index[v]; i >= 0 {
		h.up(int(i))
	}
}

func (h *heap) pop() Var {
	v := h.vars[0]
	last := len(h.vars) - 1
	w := h.vars[last]
	h.vars = h.vars[:last]
	h.index[v] = -1
	if last > 0 {
		h.vars[0] = w
		h.index[w] = 0
		h.down(0)
	}
	return v
}

func (h *heap) up(i int) {
	v := h.vars[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.less(v, h.vars[p]) {
			break
		}
		h.vars[i] = h.vars[p]
		h.index[h.vars[i]] = int32(i)
		i = p
	}
	h.vars[i] = v
	h.index[v] = int32(i)
}

func (h *heap) down(i int) {
	v := h.vars[i]
	for {
		c := 2*i + 1
		if c >= len(h.vars) {
			break
		}
		if c+1 < len(h.vars) && h.less(h.vars[c+1], h.vars[c]) {
			c++
		}
		if !h.less(h.vars[c], v) {
			break
		}
		h.vars[i] = h.vars[c]
		h.index[h.vars[i]] = int32(i)
		i = c
	}
	h.vars[i] = v
	h.index[v] = int32(i)
}
