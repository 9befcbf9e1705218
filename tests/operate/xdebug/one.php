<?php
// One coroutine that waits.
require __DIR__ . '/../../support/server.php';

function work(string $name): string
{
    $before = "$name before";
    Co::sleep(0.001);
    $after = "$name after";
    return strtoupper($after);
}

Co\run(function () {
    $result = work('one');
    echo $result, "\n";
});
echo "end\n";
