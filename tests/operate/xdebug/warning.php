<?php
// A warning behind a wait.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/frames.php';

function warns(): void
{
    Co::sleep(0.001);
    $unknown .= 'x';
}

Co\run(function () {
    go(fn() => outer('first'));
    go(fn() => warns());
});
echo "end\n";
