<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function is_array;
use function is_string;

/** What the launcher passes on by the environment: php.ini's wishes must not hold for the master, as they are for pages. */
final class Launch
{
    private const VARIABLE = 'TERN_FPM';

    /**
     * @param list<string> $words the command line; register_argc_argv may be off
     * @param string $prepended auto_prepend_file of each page
     * @param string $appended auto_append_file
     */
    private function __construct(public readonly array $words, private readonly string $prepended, private readonly string $appended)
    {
    }

    /**
     * @param list<string> $words
     * @param bool $hasFolder PHP_INI_SCAN_DIR is the launcher's
     */
    public static function pass(array $words, string $prepended, string $appended, bool $hasFolder): void
    {
        putenv(self::VARIABLE . '=' . json_encode([$words, $prepended, $appended, $hasFolder], JSON_INVALID_UTF8_SUBSTITUTE));
    }

    /** Children of this process do not see it. */
    public static function take(): self
    {
        $given = json_decode((string) getenv(self::VARIABLE), true);
        putenv(self::VARIABLE);
        [$words, $prepended, $appended, $hasFolder] = (is_array($given) ? $given : []) + [[], '', '', false];
        if ($hasFolder === true) {
            putenv('PHP_INI_SCAN_DIR');
        }
        $words = is_array($words) ? array_values(array_filter($words, is_string(...))) : [];
        return new self($words, is_string($prepended) ? $prepended : '', is_string($appended) ? $appended : '');
    }

    /** @return array<string, string> settings of each page */
    public function settings(): array
    {
        return array_filter(['auto_prepend_file' => $this->prepended, 'auto_append_file' => $this->appended], static fn(string $file): bool => $file !== '');
    }
}
