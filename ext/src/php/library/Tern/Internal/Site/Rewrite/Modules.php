<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** The conditions of IfModule, IfVersion and IfDefine: what Tern is to an .htaccess. */
final class Modules
{
    /** The version of Apache whose directives are read. */
    public const VERSION = '2.4.62';
    private const NAMES = ['access_compat', 'alias', 'authz_core', 'authz_host', 'dir', 'env', 'expires', 'headers', 'mime', 'php', 'rewrite', 'setenvif'];

    /** @param string $name mod_rewrite.c, rewrite_module, or one of them after "!" */
    public static function has(string $name): bool
    {
        $plain = preg_replace('/^mod_|\.c$|_module$/', '', strtolower(ltrim($name, '!'))) ?? '';
        $hasIt = in_array($plain, self::NAMES, true) || $plain === 'php' . PHP_MAJOR_VERSION;
        return $hasIt !== str_starts_with($name, '!');
    }

    /**
     * @param list<string> $words an operator and a version
     * @throws Unsupported
     */
    public static function isVersion(array $words): bool
    {
        [$operator, $version] = isset($words[1]) ? $words : ['=', $words[0] ?? ''];
        $isNegated = str_starts_with($operator, '!');
        $operator = ltrim($operator, '!') === '=' ? '==' : ltrim($operator, '!');
        if (!in_array($operator, ['==', '>', '>=', '<', '<='], true) || preg_match('/^\d+(\.\d+){0,2}$/', $version) !== 1) {
            throw new Unsupported('must compare by =, >, >=, < or <= with a version like 2.4.10; what is in it is left out');
        }
        // "2.4" is 2.4.0 to Apache.
        return version_compare(self::VERSION, $version . str_repeat('.0', 2 - substr_count($version, '.')), $operator) !== $isNegated;
    }
}
