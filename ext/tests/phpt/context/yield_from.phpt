--TEST--
Contexts: `yield from` with a generator of another context is an Error, and with others it works
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$file = __DIR__ . '/yield_from.tmp.inc';
file_put_contents($file, <<<'PHP'
<?php
final class Own
{
    public static string $name = 'nobody';
}
function begin(string $name): void
{
    Own::$name = $name;
}
function name(): string
{
    return Own::$name;
}
function generate(): Generator
{
    for ($i = 0; $i < 3; ++$i) {
        $sent = yield name() . $i;
        if ($sent !== null) {
            yield name() . " got $sent";
        }
    }
    return name() . ' has ended';
}
function delegate(iterable $inner): Generator
{
    try {
        $result = yield from $inner;
        yield $result ?? 'no result';
    } catch (Error $error) {
        yield get_class($error) . ': ' . $error->getMessage();
        yield from generate();
    }
}
function delegate_to(callable $make): Generator
{
    yield from $make();
}
function take(Generator $all): string
{
    $seen = [];
    foreach ($all as $one) {
        $seen[] = $one;
    }
    return implode(', ', $seen);
}
function own(): string
{
    $generator = delegate(generate());
    $generator->current();
    $got = $generator->send('a value');
    return "$got, " . take(delegate([name()])) . ', ' . take(delegate(generate()));
}
PHP);
foreach (['fresh', 'copy'] as $kind) {
    foreach (MODES as $mode => $settings) {
        echo "$mode, $kind: ", implode("\n  ", run_php($settings, 'yield_from.inc', $file, $kind)), "\n";
    }
}
unlink($file);
?>
--EXPECT--
no JIT, fresh: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
function JIT, fresh: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
tracing JIT, fresh: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
no JIT, copy: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
function JIT, copy: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
tracing JIT, copy: own: ann got a value, ann, no result, ann0, ann1, ann2, ann has ended
  of another: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  of none: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
  as an aggregate: bob0, bob1, bob2, no result
  made elsewhere: ann0, ann1, ann2, ann has ended
  as a result: yield from cannot use a generator of another context; foreach can
  that has ended: Error: yield from cannot use a generator of another context; foreach can, ann0, ann1, ann2
