<?php
// The variables of a request as the superglobals and filter_input() have them: tests/classic/requests/requests_test.py.
$see = fn() => [
    $_GET['a'], filter_input(INPUT_GET, 'a', FILTER_UNSAFE_RAW),
    $_COOKIE['c'], filter_input(INPUT_COOKIE, 'c'),
    $_SERVER['HTTP_X_A'], filter_input(INPUT_SERVER, 'HTTP_X_A', FILTER_UNSAFE_RAW),
    ini_get('filter.default'), ini_get('filter.default_flags'),
];
$first = $see();
usleep(1000);  // other scripts run meanwhile
echo json_encode([$first, $see()]);
