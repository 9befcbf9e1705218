<?php

// Prints which driver the loop has when it is used first in the main code, or in a coroutine.
declare(strict_types=1);

use Revolt\EventLoop;

require __DIR__ . '/vendor/autoload.php';

$print = static function (): void {
    echo json_encode(get_class(EventLoop::getDriver()), JSON_THROW_ON_ERROR);
};
$argv[1] === 'coroutine' ? Co\run($print) : $print();
