--TEST--
Scripts: each has a heap of its own until it shares values, and no block is freed in another one
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.own_heaps=check
log_errors=0
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip: another memory manager');
?>
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'size' => '$size = memory_get_usage(); header("X-Size: $size"); $GLOBALS["all"] = str_repeat("x", 100_000);',
    'values' => <<<'PHP'
        $object = new stdClass;
        $object->itself = $object;
        $weak = WeakReference::create($object);
        $map = new WeakMap;
        $map[$object] = str_repeat('large', 1_000_000);
        preg_match_all('/(a)|(b)/', 'ab', $matches, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
        $zone = new DateTimeZone('Europe/Vienna');
        strtok('one two', ' ');
        eval('function made_here() { return fn() => [1, 2, 3]; }');
        $closure = made_here();
        Co::sleep(0.001);
        echo strtok(' '), ' ', count($map), ' ', count($closure()), ' ', $zone->getName(), "\n";
        PHP,
    'shares' => <<<'PHP'
        $texts = array_map(fn($i) => str_repeat("$i", 1 + $i * 40), range(0, 99));
        $large = str_repeat('large', 1_000_000);
        $weak = new WeakMap;
        $weak[$key = new stdClass] = 'weak';
        $made = new Co\Channel;
        Swoole\Timer::after(1, function () use (&$texts, $made) { $made->push($texts); });
        echo count($made->pop()), ' ', strlen($large), ' ', $weak[$key], "\n";
        $texts = null;
        PHP,
    'objects' => '$all = []; for ($i = 0; $i < 300_000; ++$i) $all[] = new stdClass; echo count($all), "\n";',
], function (Site $site) {
    foreach (['/values', '/shares', '/values', '/objects', '/objects', '/shares'] as $target) {
        echo explode("\n\n", $site->ask($target))[1];
    }
    echo implode(array_map(fn($answer) => explode("\n\n", $answer)[1], $site->askAll('/values', '/values', '/shares', '/values')));
    $site->ask('/size');
    var_dump($site->ask('/size') === $site->ask('/size'));
});
?>
--EXPECT--
two 1 3 Europe/Vienna
100 5000000 weak
two 1 3 Europe/Vienna
300000
300000
100 5000000 weak
two 1 3 Europe/Vienna
two 1 3 Europe/Vienna
100 5000000 weak
two 1 3 Europe/Vienna
bool(true)
