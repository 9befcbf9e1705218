<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use ValueError;
use function preg_match;

/** One request of an HTTP client, which may be sent more than once. */
final class Request
{
    public string $method = 'GET';
    /** As the request line has it. */
    public string $path = '/';
    public string $body = '';
    /** Of the body, where the program has set none; '': none. */
    public string $type = '';
    /** Instead of the body. */
    public ?Form $form = null;
    /** Where the response's body is written to. */
    public ?string $file = null;
    public int $offset = 0;
    public bool $upgrades = false;

    /**
     * A path as the request line has it.
     *
     * @param string $where the function that was given it, for errors
     */
    public static function target(string $path, string $where): string
    {
        if (preg_match('/[\x00-\x20\x7F#]/', $path)) {
            if (preg_match('/[\x00-\x1F\x7F]/', $path)) {
                throw new ValueError("$where: Argument #1 (\$path) must not contain controls, "
                    . json_encode($path, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
            }
            $path = str_replace(' ', '%20', explode('#', $path, 2)[0]);
        }
        $is_whole = ($path[0] ?? '') === '/' || $path === '*' || preg_match('~^https?://~i', $path);
        return $is_whole ? $path : "/$path";
    }
}
