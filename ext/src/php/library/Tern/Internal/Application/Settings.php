<?php

declare(strict_types=1);

namespace Tern\Internal\Application;

use function constant;
use function defined;
use function function_exists;
use function is_int;
use function is_scalar;

/** Ini settings, the time zone, the locale and the handler of errors, as they were at one time. */
final class Settings
{
    private const MOST_HANDLERS = 100;

    /** @var array<mixed> */
    private readonly array $ini;
    private readonly string $zone;
    private readonly string|false $locale;
    private readonly ?string $encoding;
    private readonly mixed $onError;

    /** @param string $except a prefix of ini settings that stay as they are; '': of none */
    public function __construct(string $except = '')
    {
        $isOurs = static fn(string $name): bool => $except === '' || !str_starts_with($name, $except);
        $this->ini = array_filter(ini_get_all(null, false) ?: [], $isOurs, ARRAY_FILTER_USE_KEY);
        $this->zone = date_default_timezone_get();
        $this->locale = setlocale(LC_ALL, '0');
        $this->encoding = function_exists('mb_internal_encoding') ? mb_internal_encoding() : null;
        $this->onError = self::errorHandler();
    }

    public function restore(): void
    {
        $now = ini_get_all(null, false) ?: [];
        foreach ($this->ini as $name => $value) {
            if (is_scalar($value) && ($now[$name] ?? null) !== $value) {
                @ini_set((string) $name, (string) $value);  // what only php.ini may set has not been changed by a request
            }
        }
        date_default_timezone_get() === $this->zone || date_default_timezone_set($this->zone);
        if (setlocale(LC_ALL, '0') !== $this->locale) {
            $this->restoreLocale();
        }
        $this->encoding === null || mb_internal_encoding($this->encoding);
        for ($i = 0; $i < self::MOST_HANDLERS && self::errorHandler() !== $this->onError; ++$i) {
            restore_error_handler();
        }
    }

    /** "C", or "LC_CTYPE=...;LC_NUMERIC=..." when they differ. */
    private function restoreLocale(): void
    {
        setlocale(LC_ALL, 'C');
        foreach (explode(';', (string) $this->locale) as $part) {
            $pair = explode('=', $part, 2);
            isset($pair[1]) ? self::setCategory($pair[0], $pair[1]) : setlocale(LC_ALL, $part);
        }
    }

    /** PHP lacks some of those that the system has. */
    private static function setCategory(string $name, string $locale): void
    {
        $category = defined($name) ? constant($name) : null;
        is_int($category) && setlocale($category, $locale);
    }

    private static function errorHandler(): mixed
    {
        $handler = set_error_handler(null);
        restore_error_handler();
        return $handler;
    }
}
