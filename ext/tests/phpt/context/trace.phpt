--TEST--
Contexts: code that the tracing JIT has compiled makes them
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
opcache.jit=tracing
opcache.jit_buffer_size=16M
opcache.jit_hot_loop=2
opcache.jit_hot_func=2
opcache.jit_hot_return=2
opcache.jit_hot_side_exit=2
--SKIPIF--
<?php
if (!in_array(php_uname('m'), ['x86_64', 'aarch64'], true)) {
    die('skip no JIT compiler');
}
?>
--FILE--
<?php
use Tern\Context;

$file = __DIR__ . '/trace_program.php';
file_put_contents($file, <<<'PHP'
    <?php
    function sum(int $most): int
    {
        $sum = 0;
        for ($i = 0; $i < $most; ++$i) {
            $sum += $i % 3 === 0 ? $i : 1;
        }
        return $sum;
    }
    return sum(20);
    PHP);

// Types that change leave a trace by its side exits.
function boot(string $file, int $number): mixed
{
    $context = Context::fresh();
    $result = $context->include($file);
    $odd = $number % 2 === 1 ? "$result" : $result;
    return $number % 3 === 0 ? [$context->run('sum', $number)] : $odd . $context->run('sum', 5);
}

Co\run(function () use ($file) {
    $seen = [];
    for ($i = 0; $i < 300; ++$i) {
        $result = boot($file, $i);
        $seen[json_encode($i % 3 === 0 ? array_sum($result) - sums($i) : $result)] = true;
    }
    echo implode(' ', array_keys($seen)), "\n";
});

function sums(int $most): int
{
    $sum = 0;
    for ($i = 0; $i < $most; ++$i) {
        $sum += $i % 3 === 0 ? $i : 1;
    }
    return $sum;
}
?>
--CLEAN--
<?php
unlink(__DIR__ . '/trace_program.php');
?>
--EXPECT--
0 "766"
