<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function strlen;

require_once __DIR__ . '/requirements.php';

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, __NAMESPACE__ . '\\')) {
        $file = __DIR__ . '/' . strtr(substr($class, strlen(__NAMESPACE__) + 1), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
