; What contracts.acsl says of the lowest one-bit of a tick, over all ticks of WIDTH bits. Each answer must be `unsat`:
; there is no tick of which it is false.
(set-logic QF_BV)
(define-sort tick () (_ BitVec WIDTH))
(define-fun zero () tick (_ bv0 WIDTH))
(define-fun one () tick (_ bv1 WIDTH))
(define-fun top () tick (bvlshr (bvnot zero) one)) ; all bits but the highest
(define-fun lowest ((a tick)) tick (bvand a (bvneg a)))
(declare-fun x () tick)
(declare-fun y () tick)
(define-fun rest () tick (bvsub x (lowest x)))
(assert (distinct x zero))

; lowest(x) is one bit of x, and x has none below it
(push 1)
(assert (not (and (distinct (bvand x (lowest x)) zero) (= (bvand (lowest x) (bvsub (lowest x) one)) zero)
                  (= (bvand x (bvsub (lowest x) one)) zero))))
(check-sat)
(pop 1)
; a_bit
(push 1)
(assert (not (and (bvugt (lowest x) zero) (bvule (lowest x) x) (bvule (lowest x) (bvadd top one)))))
(check-sat)
(pop 1)
; cleared
(push 1)
(assert (distinct (bvand x (bvsub x one)) rest))
(check-sat)
(pop 1)
; masked, and all_ones of heap4's siblings
(push 1)
(assert (distinct (bvand x (bvnot zero)) x))
(check-sat)
(pop 1)
; rounder; lowest(0) is beyond all bits
(push 1)
(assert (not (or (= rest zero) (bvugt (lowest rest) (lowest x)))))
(check-sat)
(pop 1)
; between
(push 1)
(assert (not (=> (and (bvult rest y) (bvult y x)) (bvult (lowest y) (lowest x)))))
(check-sat)
(pop 1)
; negative: the top bit, of the difference of two numbers below a quarter of the range
(push 1)
(assert (bvult x (bvlshr top one)))
(assert (bvult y (bvlshr top one)))
(assert (distinct (distinct (bvand (bvsub x y) (bvnot top)) zero) (bvult x y)))
(check-sat)
(pop 1)
