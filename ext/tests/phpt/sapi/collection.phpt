--TEST--
Scripts: each collects its own garbage: what gc_status() says does not depend on others
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'graph' => <<<'PHP'
        final class Node
        {
            public array $links = [];
            public ?Node $self = null;
        }
        function status(): string
        {
            ['runs' => $runs, 'collected' => $collected, 'threshold' => $threshold, 'roots' => $roots] = gc_status();
            return "$runs/$collected/$threshold/$roots";
        }
        $all = [status()];
        $kept = [];
        for ($round = 0; $round < 4; ++$round) {
            for ($i = 0; $i < 4000; ++$i) {
                $one = new Node();
                $one->self = $one;
                $other = new Node();
                $other->links = [$one, $other];
                $kept[] = new Node();
                $kept[count($kept) - 1]->links[] = $kept[$i % count($kept)];
            }
            usleep(100);
            $all[] = status();
        }
        $all[] = gc_collect_cycles();
        usleep(100);
        $all[] = gc_collect_cycles();
        echo implode(' ', $all);
        PHP,
    'idle' => <<<'PHP'
        $weak = new WeakMap();
        $cycle = new stdClass();
        $cycle->self = $cycle;
        $weak[$cycle] = 1;
        unset($cycle);
        for ($i = 0; $i < 20; ++$i) {
            usleep(200);
        }
        echo count($weak), gc_status()['runs'], gc_collect_cycles(), count($weak);
        PHP,
    'disables' => <<<'PHP'
        gc_disable();
        usleep(500);
        echo var_export(gc_enabled(), true), ini_get('zend.enable_gc');
        PHP,
    'asks' => 'usleep(300); echo var_export(gc_enabled(), true), ini_get("zend.enable_gc");',
    'ends' => <<<'PHP'
        final class Ends
        {
            public ?Ends $self = null;
            public static array $kept = [];
            public function __construct(private string $name) { $this->self = $this; }
            public function __destruct() { echo $this->name, ' '; usleep(100); }
        }
        new Ends('cycle');
        Ends::$kept[] = new Ends('static');
        $global = new Ends('global');
        function generate() { try { yield 1; } finally { echo 'generator '; } }
        $generator = generate();
        $generator->current();
        Ends::$kept[] = $generator;
        Ends::$kept[] = fn() => Ends::$kept;
        register_shutdown_function(function () { echo 'shutdown ', count(debug_backtrace()), ' '; });
        PHP,
], function (Site $site) {
    $body = fn(string $answer) => explode("\n\n", $answer, 2)[1];
    $outside = gc_status()['collected'];
    $alone = $body($site->ask('/graph'));
    echo strtok($alone, ' '), "\n";
    $answers = array_map($body, $site->askAll('/idle', ...array_fill(0, 8, '/graph')));
    echo array_shift($answers), "\n";
    var_dump(array_unique($answers) === [$alone], gc_status()['collected'] === $outside);
    foreach ($site->askAll('/disables', '/asks') as $answer) {
        echo $body($answer), "\n";
    }
    foreach ($site->askAll('/ends', '/ends') as $answer) {
        echo $body($answer), "\n";
    }
});
?>
--EXPECT--
0/0/10001/0
1010
bool(true)
bool(true)
false0
true1
shutdown 1 cycle static global generator 
shutdown 1 cycle static global generator 
