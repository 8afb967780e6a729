;; What is done with each byte of a log, sixteen at a time. byte-scan.ts starts it.
;; compiled.ts is made of this file: node scripts/packing/wat.mjs
;; Bytes up to 32 after those that are named are read as well; $end is followed by newlines.
(module
  (memory (export "memory") 64)
  ;; Whether a byte that was copied is beyond ASCII.
  (global $beyond (export "beyond") (mut i32) (i32.const 0))

  ;; Returns the end of a sequence that changes nothing of a line's text (a colour, or erasing behind the last letter);
  ;; 0 where another one begins at $at.
  (func $idleEnd (param $at i32) (result i32)
    (local $end i32) (local $byte i32)
    (if (i32.ne (i32.load8_u offset=1 (local.get $at)) (i32.const 0x5b)) (then (return (i32.const 0))))
    (local.set $end (i32.add (local.get $at) (i32.const 2)))
    (loop $parameters
      (local.set $byte (i32.load8_u (local.get $end)))
      ;; 0 to 9, : and ;
      (if (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 12))
        (then
          (local.set $end (i32.add (local.get $end) (i32.const 1)))
          (br $parameters))))
    (if (i32.eq (local.get $byte) (i32.const 0x6d)) (then (return (i32.add (local.get $end) (i32.const 1)))))
    (if (i32.ne (local.get $byte) (i32.const 0x4b)) (then (return (i32.const 0))))
    ;; ESC [ K, or ESC [ 0 K
    (if (i32.eq (local.get $end) (i32.add (local.get $at) (i32.const 2)))
      (then (return (i32.add (local.get $end) (i32.const 1)))))
    (if (i32.and
          (i32.eq (local.get $end) (i32.add (local.get $at) (i32.const 3)))
          (i32.eq (i32.load8_u offset=2 (local.get $at)) (i32.const 48)))
      (then (return (i32.add (local.get $end) (i32.const 1)))))
    (i32.const 0))

  ;; Copies the text from $at to $end to $out, without sequences that change nothing of it. Returns where it stopped, which
  ;; is a byte that may change what is seen or $end, and where the copy ends.
  (func (export "strip") (param $at i32) (param $end i32) (param $out i32) (result i32 i32)
    (local $v v128) (local $seen v128) (local $mask i32) (local $byte i32) (local $next i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $v (v128.load (local.get $at)))
        (v128.store (local.get $out) (local.get $v))
        (local.set $mask
          (i8x16.bitmask
            (v128.or
              (v128.andnot
                (i8x16.lt_u (local.get $v) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32))
                (i8x16.lt_u
                  (i8x16.sub (local.get $v) (v128.const i8x16 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9))
                  (v128.const i8x16 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2)))
              (v128.or
                (i8x16.eq (local.get $v) (v128.const i8x16 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127))
                (i8x16.eq (local.get $v) (v128.const i8x16 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2 0xc2))))))
        (local.set $seen (v128.or (local.get $seen) (local.get $v)))
        (if (i32.eqz (local.get $mask))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $out (i32.add (local.get $out) (i32.const 16)))
            (br $more)))
        (local.set $mask (i32.ctz (local.get $mask)))
        (local.set $at (i32.add (local.get $at) (local.get $mask)))
        (local.set $out (i32.add (local.get $out) (local.get $mask)))
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.eq (local.get $byte) (i32.const 27))
          (then
            (local.set $next (call $idleEnd (local.get $at)))
            (br_if $done (i32.eqz (local.get $next)))
            ;; It is in the middle of a broken letter.
            (br_if $done (i32.eq (i32.and (i32.load8_u (local.get $next)) (i32.const 0xc0)) (i32.const 0x80)))
            (local.set $at (local.get $next))
            (br $more)))
        (if (i32.eq (local.get $byte) (i32.const 13))
          (then
            (local.set $byte (i32.load8_u offset=1 (local.get $at)))
            (br_if $done (i32.and (i32.ne (local.get $byte) (i32.const 13)) (i32.ne (local.get $byte) (i32.const 10))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $more)))
        (if (i32.eq (local.get $byte) (i32.const 0xc2))
          (then
            ;; A control character beyond ASCII.
            (br_if $done (i32.eq (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 0xe0)) (i32.const 0x80)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))
            (br $more)))))
    ;; Sixteen bytes may have been copied where fewer were left.
    (if (i32.gt_u (local.get $at) (local.get $end))
      (then
        (local.set $out (i32.sub (local.get $out) (i32.sub (local.get $at) (local.get $end))))
        (local.set $at (local.get $end))))
    (global.set $beyond (i32.or (global.get $beyond) (i8x16.bitmask (local.get $seen))))
    (local.get $at)
    (local.get $out))

  ;; Returns how many newlines there are from $at to $end.
  (func (export "count") (param $at i32) (param $end i32) (result i32)
    (local $n i32) (local $last i32)
    (block $done
      (loop $more
        (br_if $done (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $n (i32.add (local.get $n) (i32.popcnt (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $more)))
    (local.set $last (i32.sub (local.get $end) (local.get $at)))
    (i32.add (local.get $n)
      (i32.popcnt
        (i32.and
          (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10)))
          (i32.sub (i32.shl (i32.const 1) (local.get $last)) (i32.const 1))))))

  ;; Whether the line at $at continues the one before it, by where the signs of its stamp are, as continuesLine does.
  (func $continues (param $at i32) (result i32)
    (i32.and
      (i32.and
        (i32.eq (i32.load8_u offset=31 (local.get $at)) (i32.const 0x2b))
        (i32.eq (i32.load8_u offset=4 (local.get $at)) (i32.const 0x2d)))
      (i32.and
        (i32.eq (i32.load8_u offset=10 (local.get $at)) (i32.const 0x54))
        ;; Z and a space
        (i32.eq (i32.load16_u offset=26 (local.get $at)) (i32.const 0x205a)))))

  ;; Whether a runner's stamp is at $at: 2024-01-01T00:00:00.000000Z 00O, then a space or +.
  (func $isStamp (param $at i32) (result i32)
    (local $byte i32)
    ;; Digits may be up to 9 above the first of them, other signs are themselves.
    (if (i32.eqz (i8x16.all_true (i8x16.le_u
          (i8x16.sub (v128.load (local.get $at)) (v128.const i8x16 48 48 48 48 45 48 48 45 48 48 84 48 48 58 48 48))
          (v128.const i8x16 9 9 9 9 0 9 9 0 9 9 0 9 9 0 9 9))))
      (then (return (i32.const 0))))
    ;; The two hexadecimal digits are looked at below.
    (if (i32.eqz (i8x16.all_true (i8x16.le_u
          (i8x16.sub (v128.load offset=16 (local.get $at)) (v128.const i8x16 58 48 48 46 48 48 48 48 48 48 90 32 48 48 69 32))
          (v128.const i8x16 0 9 9 0 9 9 9 9 9 9 0 0 54 54 10 11))))
      (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u offset=28 (local.get $at)))
    (if (i32.and (i32.gt_u (local.get $byte) (i32.const 57)) (i32.lt_u (local.get $byte) (i32.const 97)))
      (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u offset=29 (local.get $at)))
    (if (i32.and (i32.gt_u (local.get $byte) (i32.const 57)) (i32.lt_u (local.get $byte) (i32.const 97)))
      (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u offset=30 (local.get $at)))
    (if (i32.and (i32.ne (local.get $byte) (i32.const 69)) (i32.ne (local.get $byte) (i32.const 79)))
      (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u offset=31 (local.get $at)))
    (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 43))))

  ;; Takes the runner's stamps out of the lines from $at to $end, in place, and joins lines with those that continue them.
  ;; Returns where they end then.
  (func (export "unstamp") (param $at i32) (param $end i32) (result i32)
    (local $out i32) (local $v v128) (local $mask i32)
    (local.set $out (local.get $at))
    (if (call $isStamp (local.get $at)) (then (local.set $at (i32.add (local.get $at) (i32.const 32)))))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $v (v128.load (local.get $at)))
        ;; What is behind it is not overwritten before it is read: a stamp is longer than this.
        (v128.store (local.get $out) (local.get $v))
        (local.set $mask (i8x16.bitmask (i8x16.eq (local.get $v) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))))
        (if (i32.eqz (local.get $mask))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $out (i32.add (local.get $out) (i32.const 16)))
            (br $more)))
        (local.set $mask (i32.add (i32.ctz (local.get $mask)) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (local.get $mask)))
        (local.set $out (i32.add (local.get $out) (local.get $mask)))
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (if (call $continues (local.get $at))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (local.set $out (i32.sub (local.get $out) (i32.const 1)))
            (br $more)))
        (if (call $isStamp (local.get $at)) (then (local.set $at (i32.add (local.get $at) (i32.const 32)))))
        (br $more)))
    ;; Sixteen bytes may have been copied where fewer were left.
    (if (result i32) (i32.gt_u (local.get $at) (local.get $end))
      (then (i32.sub (local.get $out) (i32.sub (local.get $at) (local.get $end))))
      (else (local.get $out))))

  ;; Returns how many lines the newlines from $at to $end begin: those that continue the one before are none.
  (func (export "countStamped") (param $at i32) (param $end i32) (result i32)
    (local $n i32) (local $mask i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $mask (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))))
        (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 16))
          (then
            (local.set $mask
              (i32.and
                (local.get $mask)
                (i32.sub (i32.shl (i32.const 1) (i32.sub (local.get $end) (local.get $at))) (i32.const 1))))))
        (block $counted
          (loop $newlines
            (br_if $counted (i32.eqz (local.get $mask)))
            (local.set $n
              (i32.add
                (local.get $n)
                (i32.eqz (call $continues (i32.add (i32.add (local.get $at) (i32.ctz (local.get $mask))) (i32.const 1))))))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br $newlines)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $more)))
    (local.get $n))

  ;; Returns where the text at $lower, or with letters of $upper in their places, begins between $at and $end; -1 where nowhere.
  (func (export "find") (param $at i32) (param $end i32) (param $lower i32) (param $upper i32) (param $length i32) (result i32)
    (local $last i32) (local $mask i32) (local $i i32) (local $byte i32) (local $place i32)
    (local $l0 v128) (local $u0 v128) (local $l1 v128) (local $u1 v128) (local $v v128) (local $w v128)
    (local.set $last (i32.sub (local.get $length) (i32.const 1)))
    (local.set $l0 (i8x16.splat (i32.load8_u (local.get $lower))))
    (local.set $u0 (i8x16.splat (i32.load8_u (local.get $upper))))
    (local.set $l1 (i8x16.splat (i32.load8_u (i32.add (local.get $lower) (local.get $last)))))
    (local.set $u1 (i8x16.splat (i32.load8_u (i32.add (local.get $upper) (local.get $last)))))
    (local.set $end (i32.sub (local.get $end) (local.get $last)))
    (block $none
      (loop $more
        (br_if $none (i32.ge_s (local.get $at) (local.get $end)))
        (local.set $v (v128.load (local.get $at)))
        (local.set $w (v128.load (i32.add (local.get $at) (local.get $last))))
        (local.set $mask
          (i8x16.bitmask
            (v128.and
              (v128.or (i8x16.eq (local.get $v) (local.get $l0)) (i8x16.eq (local.get $v) (local.get $u0)))
              (v128.or (i8x16.eq (local.get $w) (local.get $l1)) (i8x16.eq (local.get $w) (local.get $u1))))))
        (block $checked
          (loop $candidates
            (br_if $checked (i32.eqz (local.get $mask)))
            (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $mask))))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $none (i32.ge_s (local.get $place) (local.get $end)))
            (local.set $i (i32.const 1))
            (loop $letters
              (if (i32.ge_s (local.get $i) (local.get $last)) (then (return (local.get $place))))
              (local.set $byte (i32.load8_u (i32.add (local.get $place) (local.get $i))))
              (if (i32.or
                    (i32.eq (local.get $byte) (i32.load8_u (i32.add (local.get $lower) (local.get $i))))
                    (i32.eq (local.get $byte) (i32.load8_u (i32.add (local.get $upper) (local.get $i)))))
                (then
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (br $letters))))
            (br $candidates)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $more)))
    (i32.const -1))
)
