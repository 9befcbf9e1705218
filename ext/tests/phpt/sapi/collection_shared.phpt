--TEST--
Scripts: values that leave a script, or come to it, are dropped and collected on either side
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
require __DIR__ . '/site.inc';

const NODE = <<<'PHP'
final class Node { public ?Node $self = null; public array $links = []; }
function garbage(int $count = 3000): void
{
    for ($i = 0; $i < $count; ++$i) {
        $one = new Node();
        $one->self = $one;
        $one->links = [$one, []];
    }
}
function decremented(): Node
{
    $one = new Node();
    $one->links[] = new Node();
    $other = $one;
    unset($other);
    return $one;
}
PHP;
Site::run([
    'timer' => NODE . <<<'PHP'
        $kept = decremented();
        Swoole\Timer::after(1, function (Node $given) use ($kept) { garbage(); $kept->self = $given; }, decremented());
        $cleared = Swoole\Timer::tick(100000, fn(...$all) => 1, decremented(), [decremented()]);
        garbage();
        Co::sleep(0.003);
        Swoole\Timer::clear($cleared);
        garbage();
        echo count($kept->links);
        PHP,
    'abandoned' => NODE . <<<'PHP'
        garbage();
        $given = decremented();
        Swoole\Timer::after(2, fn(Node $given) => garbage(), $given);
        unset($given);
        echo 1;
        PHP,
    'context' => NODE . <<<'PHP'
        $mine = Co::getContext();
        $mine['node'] = decremented();
        foreach (Co::listCoroutines() as $id) {
            $theirs = Co::getContext($id);
            $theirs['from ' . $_GET['user']] = decremented();
            $copy = $theirs->getArrayCopy();
            unset($copy, $theirs);
        }
        garbage();
        Co::sleep(0.001);
        foreach (Co::listCoroutines() as $id) {
            if ($id !== Co::getCid()) {
                Co::getContext($id)?->exchangeArray([]);
            }
        }
        garbage();
        echo 1;
        PHP,
    'trace' => NODE . <<<'PHP'
        function waits(Node $one, array $list) { Co::sleep(0.002); return $list; }
        $kept = decremented();
        foreach (Co::listCoroutines() as $id) {
            $traces[] = Co::getBackTrace($id, DEBUG_BACKTRACE_PROVIDE_OBJECT);
        }
        garbage();
        unset($traces);
        waits($kept, [$kept, [$kept]]);
        garbage();
        echo 1;
        PHP,
    'coroutines' => NODE . <<<'PHP'
        $channel = new Co\Channel(2);
        for ($i = 0; $i < 4; ++$i) {
            go(function (Node $one) use ($channel) {
                Co::defer(fn() => $channel->push($one));
                Co::sleep(0.0005);
                garbage(2000);
                Co::getContext()['node'] = $one;
            }, decremented());
        }
        for ($i = 0; $i < 4; ++$i) {
            $all[] = $channel->pop();
        }
        garbage();
        echo count($all) - 3;
        PHP,
    'goes_on' => NODE . <<<'PHP'
        $kept = decremented();
        go(function () use ($kept) { Co::sleep(0.002); garbage(); unset($kept); garbage(); });
        echo 1;
        PHP,
    'contexts' => NODE . <<<'PHP'
        garbage();
        $context = Tern\Context::fresh();
        $kept = decremented();
        $all = $context->run(function (object $one, array $list) { $GLOBALS['kept'] = [$one, $list]; return [$one, new ArrayObject($list)]; }, $kept, [$kept]);
        garbage();
        $all[0]->links = [];
        $context->end();
        unset($all, $kept, $context);
        garbage();
        echo 1;
        PHP,
    'collected' => NODE . <<<'PHP'
        final class Late
        {
            public ?Late $self = null;
            public function __destruct() { $this->self = null; Swoole\Timer::after(1, fn(...$all) => garbage(), $this, decremented()); }
        }
        $late = new Late();
        $late->self = $late;
        unset($late);
        garbage(20000);
        echo 1;
        PHP,
    'fiber' => NODE . <<<'PHP'
        final class Suspends
        {
            public ?Suspends $self = null;
            public function __destruct() { Fiber::getCurrent() && PHP_VERSION_ID >= 80400 && Fiber::suspend(decremented()); }
        }
        $fiber = new Fiber(function () { $one = new Suspends(); $one->self = $one; unset($one); garbage(); gc_collect_cycles(); return decremented(); });
        $fiber->start();
        while (!$fiber->isTerminated()) { $fiber->resume(); }
        echo 1;
        PHP,
    'throws' => NODE . 'garbage(); $e = new Exception("x", 0, new Error("y")); $f = $e; unset($f); echo 1; set_exception_handler(fn() => garbage()); throw $e;',
    'exits' => NODE . 'garbage(); $one = decremented(); echo 1; register_shutdown_function(fn() => $one && exit()); exit();',
], function (Site $site) {
    $names = ['timer', 'abandoned', 'context', 'trace', 'coroutines', 'goes_on', 'contexts', 'collected', 'fiber', 'throws', 'exits'];
    $wrong = [];
    $rounds = getenv('USE_ZEND_ALLOC') === '0' ? 1 : 3;  // sanitizers look at all roots at each switch
    for ($round = 0; $round < $rounds; ++$round) {
        $targets = [...$names, ...array_reverse($names)];
        $answers = $site->askAll(...array_map(fn($name) => "/$name?user=$round", $targets));
        foreach ($answers as $place => $answer) {
            if (!str_ends_with($answer, "\n\n1")) {
                $wrong[$targets[$place]] = $answer;
            }
        }
        $kept = [];
        for ($i = 0; $i < 3000; ++$i) {
            $kept[$i % 100] = [new ArrayObject()];
            $kept[$i % 100][] = &$kept[$i % 100];
        }
        gc_collect_cycles();
    }
    unset($kept);
    print_r($wrong);
    Co::sleep(0.01);
    gc_collect_cycles();
    echo "done\n";
});
?>
--EXPECT--
Array
(
)
done
