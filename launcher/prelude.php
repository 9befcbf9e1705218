<?php
// Runs before a script that `tern serve` serves, in its process.
declare(strict_types=1);

namespace Tern\Launcher;

use function extension_loaded;

require __DIR__ . '/autoload.php';

/** The extension calls it in start(), before the server opens anything. */
function before_start(\Swoole\Server $server): void
{
    Program::beforeStart($server);
}

if (($plan = Plan::take()) !== null) {
    if (!extension_loaded('tern')) {
        Program::giveUp(Php::notLoaded((new Php())->extension() ?? 'tern'));
    }
    Program::begin($plan);
    if ($plan->prepend !== '' && $plan->site === null) {  // a classic site has it in each request
        unset($plan);
        require Program::prepended();
    }
}
unset($plan);
