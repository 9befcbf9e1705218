<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use function is_string;
use function dirname;
use function in_array;

/** A folder whose scripts a web server has a pool run. */
final class Site
{
    private const LOCAL = ['', '*', 'localhost', '0.0.0.0', '127.0.0.1', '::', '::1'];

    /**
     * @param string $address of address()
     * @param string $place file and line that say so
     */
    public function __construct(public readonly string $address, public readonly string $root, public readonly string $place)
    {
    }

    /** One address for all the ways to write it: "unix:/run/a.sock", "/run/a.sock"; "9000", "localhost:9000", "[::1]:9000". */
    public static function address(string $text): string
    {
        $text = preg_replace(['/^unix:/', '/\|.*$/s', '~^fcgi://([^/]*).*$~s'], ['', '', '$1'], $text) ?? $text;
        if (str_starts_with($text, '/')) {
            $real = realpath($text);  // /run/php/php-fpm.sock is a link
            return is_string($real) ? $real : $text;
        }
        $place = strrpos($text, ':');
        [$host, $port] = $place === false ? ['', $text] : [trim(substr($text, 0, $place), '[]'), substr($text, $place + 1)];
        return (in_array(strtolower($host), self::LOCAL, true) ? '' : $host) . ":$port";
    }

    /** The project whose public folder this is, or the folder itself. */
    public static function project(string $root): string
    {
        return is_file(dirname($root) . '/composer.json') ? dirname($root) : $root;
    }
}
