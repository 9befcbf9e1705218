--TEST--
Scripts: ticks are counted from the beginning of each script
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/site.inc';

$counts = 'declare(ticks=3);
    register_tick_function(function () { echo "tick "; });
    $value = 1;
    $value = 2;
    $value = 3;
    %s
    $value = 4;
    echo "end";';
Site::run(['counts' => sprintf($counts, ''), 'waits' => sprintf($counts, 'Co::sleep(0.001);')], function (Site $site) {
    $alone = array_map(fn($name) => $site->ask($name), ['/counts', '/waits', '/counts']);
    var_dump($alone[0] === $alone[2], substr_count($alone[0], 'tick'));
    var_dump(array_unique($site->askAll('/waits', '/waits', '/counts', '/waits')) === [$alone[1], 2 => $alone[2]]);
});
?>
--EXPECT--
bool(true)
int(3)
bool(true)
