<?php
// A C function calls PHP code that waits, in two coroutines.
Co\run(function () {
    $libc = FFI::cdef('typedef int (*order)(const void *, const void *); void qsort(void *, size_t, size_t, order);', 'libc.so.6');
    $sorted = [];
    $sort = function (int $factor) use ($libc, &$sorted): void {
        $numbers = FFI::new('int[5]');
        foreach ([3, 1, 2, 5, 4] as $i => $number) {
            $numbers[$i] = $number * $factor;
        }
        $libc->qsort($numbers, 5, 4, function ($x, $y) {
            usleep(100);
            return FFI::cast('int *', $x)[0] - FFI::cast('int *', $y)[0];
        });
        $sorted[$factor] = array_map(fn($i) => $numbers[$i], range(0, 4));
    };
    Co::join([go($sort, 1), go($sort, 2)]);
    ksort($sorted);
    echo json_encode($sorted);
});
