--TEST--
Thread\Pool: a wrong number, class or file is named; a file that does more than declare classes is refused
--EXTENSIONS--
tokenizer
--FILE--
<?php
use Swoole\Thread\Pool;
use Swoole\Thread\Runnable;

class OfScript extends Runnable
{
    public function run(array $args): void {}
}

function attempt(callable $call): void
{
    try {
        $call();
        echo "no exception\n";
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', str_replace(__DIR__, 'HERE', $thrown->getMessage()), "\n";
    }
}

attempt(fn () => new Pool(OfScript::class, 0));
attempt(fn () => new Pool(OfScript::class, -1));
attempt(fn () => (new Pool('NoSuchClass', 1))->start());
attempt(fn () => (new Pool('ArrayObject', 1))->start());
attempt(fn () => (new Pool(OfScript::class, 1))->start());
attempt(fn () => (new Pool(OfScript::class, 1))->shutdown());

final class Checked extends Pool
{
    public function __construct() {}
    public function isValid(string $code): bool
    {
        file_put_contents($file = tempnam(sys_get_temp_dir(), 'tern-thread-'), $code);
        $valid = $this->isValidPhpFile($file);
        unlink($file);
        return $valid;
    }
}
$checked = new Checked();
foreach ([
    '<?php declare(strict_types=1); use A\{B, C}; const D = 1; #[E([1])] final class F { function g() { return [1]; } }' => true,
    '<?php abstract class A {} interface B {} trait C {} enum D {} function e() { return "{$f}"; } ;' => true,
    '<?php namespace A; (new B)->run();' => true,
    '<?php class A {} $a = new A;' => false,
    '<?php class A {} start();' => false,
    'text <?php class A {}' => false,
    '<?php require "a.php";' => false,
    '' => true,
] as $code => $valid) {
    if ($checked->isValid($code) !== $valid) echo "$code: ", var_export(!$valid, true), "\n";
}
?>
--EXPECT--
Exception: a pool needs at least one thread, 0 given
Exception: a pool needs at least one thread, -1 given
Exception: there is no class NoSuchClass
Exception: the class ArrayObject must extend Swoole\Thread\Runnable
Exception: HERE/wrong.php does more than declare classes: a thread cannot include it
no exception
