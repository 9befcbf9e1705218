--TEST--
Contexts: classes of the API exist without autoload in a context, and each context loads and lists its own
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $exists = [class_exists('Swoole\ConnectionPool', false), trait_exists('Co\Nothing', false), in_array('Swoole\ConnectionPool', get_declared_classes(), true)];
    pause();
    $loaded = fn() => in_array('Swoole\ConnectionPool', Tern\Internal\loaded_classes(), true);
    $before = $loaded();
    if ($name === 'ann') new Swoole\ConnectionPool(fn() => 1);
    pause();
    return [...$exists, $before, $loaded() === ($name === 'ann'), (new ReflectionClass('Swoole\ConnectionPool'))->isInternal()];
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
