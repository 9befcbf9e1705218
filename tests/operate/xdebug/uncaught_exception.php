<?php
// An exception behind a wait, which ends the script.
require __DIR__ . '/../../support/server.php';
require __DIR__ . '/frames.php';

function fails(): void
{
    Co::sleep(0.001);
    throw new DomainException('what happened');
}

function caller(): void
{
    fails();
}

Co\run(function () {
    go(fn() => outer('first'));
    go(fn() => caller());
});
