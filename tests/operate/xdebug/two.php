<?php
// Two coroutines that wait at the same time.
require __DIR__ . '/../../support/server.php';

function work(string $name): string
{
    $before = "$name before";
    Co::sleep(0.001);
    $after = "$name after";
    return strtoupper($after);
}

Co\run(function () {
    foreach (['one', 'two'] as $name) {
        go(function () use ($name) {
            $result = work($name);
            echo $result, "\n";
        });
    }
});
echo "end\n";
