<?php

/**
 * contexts.php COUNT [SEED]: writes random programs with static properties and variables, traits, closures, generators,
 * enumerations, definitions, references, weak maps, destructors, exceptions and suspensions, runs each for three users in processes
 * of their own, then in contexts and then as pages at the same time, and compares what they have seen. Prints the programs that
 * differ. In contexts, closures and generators also cross: others call them, and forget what they return. A page has a heap of its own:
 * two rounds of pages take the same ones, and with TERN_OWN_HEAPS=check each value that crosses is a finding in TERN_HEAP_LOG.
 */

declare(strict_types=1);

use Swoole\Coroutine as Co;
use Swoole\Coroutine\Http\{Client, Server};
use Tern\Context;
use function Tern\Internal\serve_script;

const USERS = ['ann', 'bob', 'cid'];

final class RandomProgram
{
    private const CLASSES = 4;
    private const FUNCTIONS = 3;
    private const OPERATIONS = 30;
    private const ENUMERATIONS = <<<'PHP'
        interface Marked { const MARK = 'mark' . PHP_INT_SIZE; public function mark(): string; }
        enum Suit: string implements Marked
        {
            case A = 'a';
            case B = 'b';
            const Any = self::B;
            public function mark(): string { static $marks = 0; return self::MARK . ++$marks . $this->name; }
            public static function last(?self $one = null): ?self { static $last = null; return $last = $one ?? $last; }
        }
        enum Plain { case One; case Two; const All = [self::One, self::Two]; }
        function pure(string $x): string { static $words = ['even', 'odd']; return $words[strlen($x) % 2] . Suit::Any->name . Plain::All[0]->name . Suit::MARK; }

        PHP;
    private const TRAITS = <<<'PHP'
        trait Counted
        {
            public static array $counted = ['first'];
            public static function count(string $name): string { static $calls = 0; static::$counted[] = $name; return ++$calls . count(self::$counted); }
            abstract public function name(): string;
            public function described(): string { static $all = []; $all[] = $this->name(); return implode(',', $all); }
        }
        class Uses { use Counted; public function name(): string { static $n = 0; return __CLASS__ . ++$n; } }
        class UsesAgain extends Uses { public static array $counted = ['own']; }
        class UsesToo { use Counted; public readonly string $name; public function __construct(string $name = '') { $this->name = $name; } public function name(): string { return $this->name; } }
        class Ends { public static ?WeakMap $map = null; public function __construct(public string $name) {} public function __destruct() { Log::$lines[] = "end of $this->name"; } }
        function &referred(): array { static $list = []; return $list; }
        function inner(string $name): Generator { static $made = 0; ++$made; try { yield $made; yield "$name " . C0::$n; } finally { C1::$n++; } return $made; }
        function outer(string $name): Generator { static $made = 0; $own = ++$made; $given = yield from inner($name); yield $given . $own; return $own; }

        PHP;

    public function __construct(private readonly Random\Randomizer $random)
    {
    }

    public function text(): string
    {
        $parts = ["<?php\n"];
        for ($i = 0; $i < self::CLASSES; ++$i) {
            $parts[] = $this->classText($i);
        }
        for ($i = 0; $i < self::FUNCTIONS; ++$i) {
            $parts[] = $this->functionText($i);
        }
        $parts[] = self::ENUMERATIONS . self::TRAITS;
        $parts[] = "\$GLOBALS['shared'] = ['before'];\n";
        $parts[] = $this->chance(50) ? "C0::\$kept['early'] = function (string \$name) { static \$n = 0; C1::\$n += ++\$n; return \$name . C1::\$n; };\n" : '';
        $parts[] = "function program(string \$name): array\n{\n    \$seen = [];\n    global \$shared;\n";
        for ($i = 0; $i < self::OPERATIONS; ++$i) {
            $parts[] = '    ' . $this->operation($i) . "\n";
        }
        $parts[] = "    sort(Log::\$lines);\n    return [...\$seen, Log::\$lines, \$shared, C0::\$n, C1::\$n, C2::\$n, C3::\$n];\n}\n";
        $parts[] = "class Log { public static array \$lines = []; }\n";
        return implode('', $parts);
    }

    private function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    private function number(int $most): int
    {
        return $this->random->getInt(0, $most);
    }

    private function pause(int $percent): string
    {
        return $this->chance($percent) ? 'pause(); ' : '';
    }

    private function classText(int $i): string
    {
        $extends = $i > 0 && $this->chance(60) ? ' extends C' . $this->number($i - 1) : '';
        $own = $extends === '' || $this->chance(50) ? "    public static int \$n = $i;\n    public static array \$list = [];\n    public static array \$kept = [];\n" : '';
        return <<<PHP
            class C$i$extends
            {
            $own    const VALUE = __CLASS__ . ':' . PHP_INT_SIZE;
                public static function add(string \$name): int { static \$calls = 0; static::\$list[] = \$name; {$this->pause(30)}self::\$n += ++\$calls; return \$calls; }
                public function own(string \$name): string { static \$names = []; \$names[] = \$name; {$this->pause(20)}return implode(',', \$names) . static::VALUE; }
                public function closure(): Closure { return function () { static \$n = 0; return ++\$n + ++self::\$n; }; }
            }

            PHP;
    }

    private function functionText(int $i): string
    {
        return <<<PHP
            function f$i(string \$name): string { static \$seen = []; \$seen[] = \$name; {$this->pause(30)}C{$this->number(3)}::\$n++; return count(\$seen) . end(\$seen); }
            function g$i(string \$name): Generator { static \$made = 0; ++\$made; for (\$k = 0; \$k < 5; ++\$k) { {$this->pause(30)}yield "\$name \$k \$made " . C{$this->number(3)}::\$n; } }

            PHP;
    }

    private function operation(int $i): string
    {
        $class = 'C' . $this->number(3);
        $other = 'C' . $this->number(3);
        $function = 'f' . $this->number(2);
        $key = 'k' . $this->number(3);
        $operations = [
            'pause();',
            'pause();',
            "\$seen[] = $class::add(\"\$name $i\");",
            "$class::\$n += strlen(\$name) + $i;",
            "\$seen[] = [$class::\$n, $class::\$list, $class::VALUE];",
            "\$seen[] = $function(\$name) . (new $class())->own(\"\$name $i\");",
            "\$shared[] = \"\$name $i\"; \$GLOBALS['$key'] = \$name;",
            "\$seen[] = \$GLOBALS['$key'] ?? null;",
            "$class::\$kept['$key'] = function () use (\$name) { static \$n = $i; $other::\$n += 2; {$this->pause(20)}return \$name . ++\$n . $other::\$n; };",
            "\$seen[] = isset($class::\$kept['$key']) ? ($class::\$kept['$key'])() : null;",
            "\$seen[] = isset(C0::\$kept['early']) ? (C0::\$kept['early'])(\$name) : null;",
            "\$closure = (new $class())->closure(); \$seen[] = [\$closure(), \$closure()];",
            "\$bound = Closure::bind(static fn() => ++self::\$n, null, $class::class); \$seen[] = \$bound() . \$bound();",
            "\$seen[] = array_map(fn(\$one) => \$one . $class::\$n++, [\$name, '$i']);",
            "\$seen[] = array_map($function(...), [\$name, 'x']);",
            "\$generator = g{$this->number(2)}(\$name); \$seen[] = \$generator->current();",
            "if (isset(\$generator)) { \$generator->next(); \$seen[] = \$generator->current(); }",
            "if (!defined('D$key')) { define('D$key', \"\$name $i\"); } \$seen[] = constant('D$key');",
            "if (!class_exists('E$key', false)) { eval(\"class E$key { public static \\\$n = '\$name'; static function m() { static \\\$c = 0; return self::\\\$n . ++\\\$c; } }\"); } \$seen[] = E$key::m();",
            "if (!function_exists('e$key')) { eval(\"function e$key() { static \\\$c = 0; return '\$name' . ++\\\$c; }\"); } \$seen[] = e$key();",
            "\$reference = &$class::\$list; \$reference[] = $i; unset(\$reference);",
            "\$seen[] = [Suit::from('a') === Suit::A, Suit::Any->name, Suit::tryFrom(\$name)];",
            "(function () use (\$name) { \$cycle = new class(\$name) { public \$self; function __construct(public string \$name) { \$this->self = \$this; } function __destruct() { Log::\$lines[] = \"\$this->name $i\"; } }; })(); {$this->pause(40)}gc_collect_cycles();",
            "try { throw new LogicException(\$name . $class::\$n); } catch (LogicException \$caught) { {$this->pause(30)}\$seen[] = \$caught->getMessage(); } finally { $class::\$n++; }",
            "ini_set('precision', (string) ($i % 10 + 5 + ord(\$name[0]) % 3)); {$this->pause(50)}\$seen[] = 1 / 3 . ini_get('precision');",
            "\$fiber = new Fiber(function () use (\$name) { {$this->pause(30)}\$x = Fiber::suspend($class::\$n); return \$name . \$x; }); \$seen[] = \$fiber->start(); {$this->pause(40)}\$fiber->resume($i); \$seen[] = \$fiber->getReturn();",
            "static \$local = 0; \$seen[] = \$local += $i;" === '' ? '' : "\$seen[] = (function () { static \$s = 0; return \$s += $i; })();",
        ];
        $operations = [...$operations, ...$this->moreOperations($i, $class, $function, $key)];
        return $operations[$this->number(count($operations) - 1)];
    }

    /** @return list<string> */
    private function moreOperations(int $i, string $class, string $function, string $key): array
    {
        $uses = ['Uses', 'UsesAgain', 'UsesToo'][$this->number(2)];
        return [
            "\$seen[] = [$uses::count(\$name), (new $uses(\$name))->described(), $uses::\$counted];",
            "\$seen[] = [Suit::last(Suit::tryFrom(\$name) ?? Suit::A)->mark(), Suit::last() === Suit::A, Plain::All[1] === Plain::Two, array_map(fn(Suit \$one) => \$one->mark(), Suit::cases())];",
            "\$alias = 'A$key'; if (!class_exists(\$alias, false)) { class_alias('$class', \$alias); } {$this->pause(30)}\$seen[] = [\$alias::\$n, \$alias::add(\$name), (new \$alias()) instanceof $class];",
            "\$list = &referred(); \$list[] = \"\$name $i\"; {$this->pause(40)}\$seen[] = referred(); if ($i % 2) { unset(\$list); }",
            "\$held$key = &$class::\$n; \$held$key += $i; {$this->pause(40)}\$seen[] = [$class::\$n, \$held$key];",
            "\$all = outer(\$name); foreach (\$all as \$one) { {$this->pause(30)}\$seen[] = \$one; if ($i % 3 === 0) { break; } } if (!\$all->valid()) { \$seen[] = \$all->getReturn(); } unset(\$all, \$one);",
            "\$kept$key ??= outer(\"\$name kept\"); \$seen[] = \$kept{$key}->valid() ? \$kept{$key}->current() : 'done'; {$this->pause(40)}\$kept{$key}->valid() && \$kept{$key}->next();",
            "Ends::\$map ??= new WeakMap(); Ends::\$map[\$end = new Ends(\"\$name $i\")] = $i; {$this->pause(40)}\$seen[] = count(Ends::\$map); unset(\$end); \$seen[] = count(Ends::\$map);",
            "\$weak = WeakReference::create(\$of = new Ends(\"\$name weak $i\")); {$this->pause(40)}\$seen[] = \$weak->get()?->name; unset(\$of); \$seen[] = \$weak->get();",
            "$class::\$kept['end$key'] = new Ends(\"\$name static $i\"); {$this->pause(30)}unset($class::\$kept['end{$this->number(3)}']);",
            "\$callable = $function(...); \$seen[] = [\$callable(\$name), $function('direct'), (clone \$callable)('cloned')]; {$this->pause(30)}\$seen[] = \$callable('again');",
            "\$method = (new $class())->own(...); {$this->pause(30)}\$seen[] = [\$method(\$name), \$method->call(new $class(), 'called'), Closure::fromCallable('$class::add')('from callable')];",
            "\$fixed = new UsesToo(\$name); try { \$fixed->name = 'x'; } catch (Error \$error) { {$this->pause(40)}\$seen[] = \$error->getMessage(); }",
            "try { (function () use (\$name) { try { {$this->pause(30)}throw new DomainException(\$name); } finally { $class::\$n++; {$this->pause(30)}} })(); } catch (Exception \$thrown) { \$seen[] = [\$thrown->getMessage(), count(\$thrown->getTrace()) > 0]; }",
            "set_error_handler(function (int \$level, string \$text) use (&\$seen, \$name) { {$this->pause(30)}\$seen[] = \"\$name: \$text\"; return true; }); echo \$undefined$i; restore_error_handler();",
            "cross(fn() => [C0::\$n, count($class::\$kept), pure(\$name), $class::VALUE, Suit::from('a') === Suit::A, (fn() => pure('x') . UsesToo::\$counted[0])()]);",
            "cross((function () { yield C1::\$n; yield pure('generator'); yield from [Plain::One, $class::VALUE]; })());",
            "cross(pure(...), (new $class())->closure(...));",
        ];
    }
}

/** What a forked process returns. */
function in_process(callable $body): string
{
    $file = tempnam(sys_get_temp_dir(), 'result');
    $pid = pcntl_fork();
    if ($pid === 0) {
        file_put_contents($file, json_encode($body()));
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    $result = (string) file_get_contents($file);
    getenv("KEEP") || unlink($file);
    return $result !== '' ? $result : "ended with status $status";
}

function in_contexts(string $file, bool $copy): array
{
    if ($copy) {
        require $file;
    }
    $results = [];
    Co\run(function () use ($file, $copy, &$results) {
        $crossing = new ArrayObject();
        $coroutines = $contexts = [];
        foreach (USERS as $user) {
            $contexts[] = $context = $copy ? Context::copy() : Context::fresh();
            $coroutines[] = Co::create(function () use ($context, $file, $copy, $user, $crossing, &$results) {
                if (!$copy) {
                    $context->include(__DIR__ . '/contexts_pause.php');
                    $context->include($file);
                }
                $context->run('cross_in', $crossing);
                $results[$user] = $context->run('program', $user);
            });
        }
        while ($coroutines = array_filter($coroutines, Co::exists(...))) {
            foreach ($coroutines as $cid) {
                Co::exists($cid) && Co::resume($cid);
            }
        }
        foreach ($contexts as $context) {
            $context->end();
        }
    });
    return $results;
}

function in_pages(string $file): array
{
    $page = "$file.page.php";
    file_put_contents($page, '<?php function pause(): void { Co::sleep(0.0001); } function cross(object ...$things): void {} ob_start(); require '
        . var_export($file, true) . '; $seen = json_encode(program($_GET["user"])); ob_end_clean(); echo $seen;');
    $results = [];
    Co\run(function () use ($page, &$results) {
        $server = new Server('127.0.0.1', 0);
        $server->handle('/', fn($request, $response) => serve_script($request, $response, $page, ['REQUEST_METHOD' => 'GET']));
        $ended = new Co\Channel();
        Co::create(fn() => $ended->push($server->start()));
        for ($round = 0; $round < 2; ++$round) {
            $results = Co\batch(array_combine(USERS, array_map(fn($user) => function () use ($server, $user) {
                $client = new Client('127.0.0.1', $server->port);
                $client->get("/?user=$user");
                return json_decode($client->body, true) ?? $client->body;
            }, USERS)));
        }
        $server->shutdown();
        $ended->pop();
    });
    unlink($page);
    return $results;
}

[, $count, $seed] = $argv + [1 => '100', 2 => '1'];
$different = 0;
for ($i = 0; $i < (int) $count; ++$i) {
    $text = (new RandomProgram(new Random\Randomizer(new Random\Engine\Mt19937((int) $seed + $i))))->text();
    $file = sys_get_temp_dir() . '/contexts-' . getmypid() . "-$i.php";
    file_put_contents($file, $text);
    $alone = [];
    foreach (USERS as $user) {
        $alone[$user] = json_decode(in_process(function () use ($file, $user) {
            eval('function pause(): void {} function cross(object ...$things): void {}');
            require $file;
            return program($user);
        }), true);
    }
    $in_contexts = fn(bool $copy) => function () use ($file, $copy) {
        require __DIR__ . '/contexts_pause.php';
        return in_contexts($file, $copy);
    };
    foreach (['fresh' => $in_contexts(false), 'copy' => $in_contexts(true), 'page' => fn() => in_pages($file)] as $kind => $run) {
        $found = in_process($run);
        if (json_decode($found, true) !== $alone) {
            ++$different;
            echo "seed ", (int) $seed + $i, ", $kind: different\n alone:       ", json_encode($alone), "\n in contexts: $found\n";
        }
    }
    getenv("KEEP") || unlink($file);
}
echo "$count programs, $different differences\n";
exit($different > 0 ? 1 : 0);
