<?php
// The script behind `tern fpm`, in the process that has the extension and opcache.
declare(strict_types=1);

namespace Tern\Launcher;

require __DIR__ . '/autoload.php';

exit(Fpm\Program::run());
