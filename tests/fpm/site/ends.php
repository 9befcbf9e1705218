<?php
// Ends of each kind, chosen by ?how=
register_shutdown_function(function (): void {
    echo "\nshutdown ", error_get_last()['message'] ?? 'without an error';
});
set_error_handler(null);
echo "begin\n";
match ($_GET['how'] ?? '') {
    'exit' => exit('the end'),
    'code' => exit(3),
    'throw' => throw new RuntimeException('not caught'),
    'fatal' => no_such_function(),
    'warning' => [] . hex2bin('a'),
    'late' => [ob_end_flush(), flush(), header('X-Late: 1')],
    'error' => trigger_error('by hand', E_USER_ERROR),
    'memory' => [ini_set('memory_limit', '8M'), str_repeat('x', 64 << 20)],
    'parse' => eval('this is no PHP'),
    'finish' => [print('sent'), fastcgi_finish_request(), print('not sent')],
    'nested' => [ob_start(), print('inner'), ob_start(fn(string $text) => strtoupper($text)), print('upper')],
    'clean' => [ob_start(), print('gone'), ob_end_clean()],
    'flush' => array_map(fn(int $i) => [print("piece $i\n"), flush()], range(1, 5)),
    default => null,
};
echo 'end';
