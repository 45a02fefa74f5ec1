package polyhedra

import (
	"math/bits"
	"slices"
)

// neighbours finds, for one ray after the other, the rays that saturate many of the inequalities that
// it saturates, and which of these.
type neighbours struct {
	rays  []ray
	words int // of a set of all inequalities
	// The rays by the inequalities that they saturate, one inequality after the other: those of j from
	// first[j] on. Without first, there are so few inequalities, or rays that are asked of, or so many
	// rays for each inequality, that looking at all rays is faster.
	first []int32
	by    []int32
	count []int32 // by ray, 0 between calls

	near   []int32  // ascending
	shares []uint64 // by element of near, each stride words: what it shares with the ray
	stride int
	sat    []int32 // the inequalities of the ray
}

// start is for asking of so many of the rays.
func (ns *neighbours) start(rays []ray, ineqs, asked int) {
	ns.rays, ns.words, ns.first = rays, (ineqs+63)/64, nil
	total := 0
	for _, r := range rays {
		total += r.sat.count()
	}
	all := ns.words * len(rays)
	if total == 0 || total*(total/ineqs) > all*len(rays)/2 || asked*all < 4*total {
		return
	}
	ns.first = make([]int32, ineqs+1)
	for _, r := range rays {
		for k, w := range r.sat {
			for ; w != 0; w &= w - 1 {
				ns.first[64*k+bits.TrailingZeros64(w)]++
			}
		}
	}
	end := int32(0)
	for j, n := range ns.first {
		end += n
		ns.first[j] = end // where those of j end
	}
	ns.by, ns.count = make([]int32, total), make([]int32, len(rays))
	for i := len(rays) - 1; i >= 0; i-- {
		for k, w := range rays[i].sat {
			for ; w != 0; w &= w - 1 {
				j := 64*k + bits.TrailingZeros64(w)
				ns.first[j]--
				ns.by[ns.first[j]] = int32(i)
			}
		}
	}
}

// of makes near the rays other than p that saturate at least least inequalities that p saturates.
func (ns *neighbours) of(p, least int) {
	ns.near, ns.shares, ns.sat = ns.near[:0], ns.shares[:0], ns.sat[:0]
	for k, w := range ns.rays[p].sat {
		for ; w != 0; w &= w - 1 {
			ns.sat = append(ns.sat, int32(64*k+bits.TrailingZeros64(w)))
		}
	}
	ns.stride = max(1, (len(ns.sat)+63)/64)
	steps := 0
	if ns.first != nil {
		for _, j := range ns.sat {
			steps += int(ns.first[j+1] - ns.first[j])
		}
	}
	if ns.first == nil || least <= 0 || steps > ns.words*len(ns.rays)/2 {
		ns.scan(p, least)
	} else {
		ns.add(p, least)
	}
	sat := ns.rays[p].sat
	for _, i := range ns.near {
		other := ns.rays[i].sat
		if len(sat) == 1 && len(other) > 0 { // bits can stay where they are
			ns.shares = append(ns.shares, other[0]&sat[0])
			continue
		}
		at := len(ns.shares)
		for range ns.stride {
			ns.shares = append(ns.shares, 0)
		}
		for b, j := range ns.sat {
			if other.has(int(j)) {
				ns.shares[at+b/64] |= 1 << (b % 64)
			}
		}
	}
}

// scan looks at all rays.
func (ns *neighbours) scan(p, least int) {
	sat := ns.rays[p].sat
	for i := range ns.rays {
		other := ns.rays[i].sat
		n := 0
		for k, w := range other[:min(len(other), len(sat))] {
			n += bits.OnesCount64(w & sat[k])
		}
		if n >= least && i != p {
			ns.near = append(ns.near, int32(i))
		}
	}
}

// add looks at the rays of each inequality of p.
func (ns *neighbours) add(p, least int) {
	for _, j := range ns.sat {
		for _, i := range ns.by[ns.first[j]:ns.first[j+1]] {
			if ns.count[i]++; int(ns.count[i]) == least && int(i) != p {
				ns.near = append(ns.near, i)
			}
		}
	}
	for _, j := range ns.sat {
		for _, i := range ns.by[ns.first[j]:ns.first[j+1]] {
			ns.count[i] = 0
		}
	}
	slices.Sort(ns.near)
}

// dominated says that some other ray near shares all that the k-th one does.
func (ns *neighbours) dominated(k int) bool {
	if ns.stride == 1 {
		s := ns.shares[k]
		for _, t := range ns.shares[:k] {
			if s&^t == 0 {
				return true
			}
		}
		for _, t := range ns.shares[k+1:] {
			if s&^t == 0 {
				return true
			}
		}
		return false
	}
	s := ns.shares[k*ns.stride : (k+1)*ns.stride]
next:
	for l := range ns.near {
		if l == k {
			continue
		}
		for i, w := range s {
			if w&^ns.shares[l*ns.stride+i] != 0 {
				continue next
			}
		}
		return true
	}
	return false
}
