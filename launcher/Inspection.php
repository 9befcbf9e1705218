<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function Tern\Internal\options_without_effect;

/** What a script has set before it starts its server, for `tern doctor SCRIPT`. */
final class Inspection
{
    /** In the process of the script, in start(): writes the options that have no effect, and why, and ends the process. */
    public static function end(string $file): never
    {
        $options = options_without_effect();
        ksort($options);
        file_put_contents($file, json_encode((object) $options, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE));
        exit(0);
    }
}
