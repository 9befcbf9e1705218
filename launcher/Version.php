<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function extension_loaded;

final class Version extends Command
{
    public const SUMMARY = 'versions of Tern and PHP, and where the extension is';

    public function run(Arguments $given): int
    {
        $php = new Php();
        $found = $php->extension();
        if (!extension_loaded('tern') && $found !== null) {
            return $php->again();
        }
        echo 'tern ', phpversion('tern') ?: 'is not installed: ' . Php::HOW_TO_INSTALL, "\n";
        echo 'PHP ', PHP_VERSION, ' (', PHP_BINARY, ")\n";
        echo $found === null ? '' : "extension $found\n";
        return phpversion('tern') === false ? 1 : 0;
    }
}
