; A path through  i = 0; n = 10; while (i < n) i++; assert(i <= n);  in static single assignment.
(set-logic QF_LIA)
(declare-const i0 Int) (declare-const i1 Int) (declare-const n Int)
(assert (! (and (= i0 0) (= n 10)) :named begin))
(assert (! (and (< i0 n) (= i1 (+ i0 1))) :named body))
(assert (! (> i1 n) :named error))
(check-sat)
(get-interpolants begin body error)
