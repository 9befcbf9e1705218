<?php

declare(strict_types=1);

namespace Tern\Api;

use ReflectionClass;
use Swoole\Constant;
use function is_string;

/**
 * The names that Server::set() accepts without a warning: its own, those of Coroutine::set(), and those that the API has published.
 *
 * @param string $source of the options of Coroutine::set()
 * @return list<string>
 */
function options(string $source): array
{
    preg_match_all('/^ *\{"([a-z_0-9]+)"/m', (string) file_get_contents($source), $rows);
    $names = $rows[1];
    foreach (\Tern\server_options() as $option) {
        array_push($names, $option['name'], ...$option['aliases']);
    }
    foreach ((new ReflectionClass(Constant::class))->getConstants() as $constant => $name) {
        if (str_starts_with($constant, 'OPTION_') && is_string($name)) {
            $names[] = $name;
        }
    }
    sort($names);
    return array_values(array_unique($names));
}
