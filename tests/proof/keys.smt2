; What must hold of by_due and earlier, which smt.py writes before these lines. They are the contracts that
; contracts.acsl has for the functions of these names. A memory of 64-bit words is unknown, and so are all addresses.
(set-option :print-success false)
(define-fun due ((m Memory) (cell Word)) Word (select m cell))
(define-fun number ((m Memory) (cell Word)) Word (select m (bvadd cell #x0000000000000008)))
(define-fun fits ((m Memory) (cell Word)) Bool (bvult (number m cell) #x4000000000000000))
(define-fun first ((m Memory) (a Word) (b Word)) Bool
  (or (bvult (due m a) (due m b)) (and (= (due m a) (due m b)) (bvult (number m a) (number m b)))))
(define-fun place ((cell Word) (i Word)) Word (bvadd cell (bvmul #x0000000000000018 i)))
(define-fun least ((m Memory) (cell Word) (c Word) (found Word)) Bool
  (and (not (first m (place cell c) found)) (not (first m (place cell (bvadd c #x0000000000000001)) found))
       (not (first m (place cell (bvadd c #x0000000000000002)) found))
       (not (first m (place cell (bvadd c #x0000000000000003)) found))))

(declare-const m Memory)
(declare-const a Word)
(declare-const b Word)
(declare-const c Word)

; goal by_due_ensures_order
(push)
(assert (not (= (= (by_due m a b) #b1) (first m a b))))
(check-sat)
(pop)

(assert (fits m (place a c)))
(assert (fits m (place a (bvadd c #x0000000000000001))))
(assert (fits m (place a (bvadd c #x0000000000000002))))
(assert (fits m (place a (bvadd c #x0000000000000003))))

(assert (fits m b))
(assert (bvult #x0000000000000000 c))
(assert (bvult c #x4000000000000000))

; goal earlier_ensures_place
(push)
(assert (not (or (= (earlier m a c b) #x0000000000000000)
                 (bvult (bvsub (earlier m a c b) c) #x0000000000000004))))
(check-sat)
(pop)
; goal earlier_ensures_none
(push)
(assert (= (earlier m a c b) #x0000000000000000))
(assert (not (least m a c b)))
(check-sat)
(pop)
; Of the four siblings, the one that is found: it comes before x, and none of the others before it.
(define-fun wrong ((k Word)) Bool
  (and (= (earlier m a c b) (bvadd c k))
       (not (and (first m (place a (bvadd c k)) b) (least m a c (place a (bvadd c k)))))))
; goal earlier_ensures_found_0
(push)
(assert (wrong #x0000000000000000))
(check-sat)
(pop)
; goal earlier_ensures_found_1
(push)
(assert (wrong #x0000000000000001))
(check-sat)
(pop)
; goal earlier_ensures_found_2
(push)
(assert (wrong #x0000000000000002))
(check-sat)
(pop)
; goal earlier_ensures_found_3
(push)
(assert (wrong #x0000000000000003))
(check-sat)
(pop)
