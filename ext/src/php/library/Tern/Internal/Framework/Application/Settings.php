<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use function constant;
use function defined;
use function function_exists;
use function is_int;
use function is_scalar;

/** What a request can set and the next one would find, as it was at one time: ini settings, the time zone, the locale and others. */
final class Settings
{
    /** Functions that return a value without an argument, and set it with one. */
    private const VALUES = ['libxml_use_internal_errors', 'mb_detect_order', 'mb_http_output', 'mb_internal_encoding',
        'mb_regex_encoding', 'mb_regex_set_options', 'mb_substitute_character', 'spl_autoload_extensions', 'umask'];

    /** @var array<mixed> */
    private readonly array $ini;
    private readonly string $zone;
    private readonly string|false $locale;
    private readonly string|false $directory;
    /** @var array<string, mixed> */
    private readonly array $values;
    /** @var (callable(): mixed)|null */
    private readonly mixed $entityLoader;

    /** @param string $except a prefix of ini settings that stay as they are; '': of none */
    public function __construct(string $except = '')
    {
        $isOurs = static fn(string $name): bool => $except === '' || !str_starts_with($name, $except);
        $this->ini = array_filter(ini_get_all(null, false) ?: [], $isOurs, ARRAY_FILTER_USE_KEY);
        $this->zone = date_default_timezone_get();
        $this->locale = setlocale(LC_ALL, '0');
        $this->directory = getcwd();
        $this->values = self::values();
        $this->entityLoader = self::entityLoader();
    }

    public function restore(): void
    {
        $now = ini_get_all(null, false) ?: [];
        foreach ($this->ini as $name => $value) {
            if (($now[$name] ?? null) === $value) {
                continue;
            }
            if (is_scalar($value)) {
                @ini_set((string) $name, (string) $value);  // what only php.ini may set has not been changed by a request
            } else {
                ini_restore((string) $name);  // there was none
            }
        }
        date_default_timezone_get() === $this->zone || date_default_timezone_set($this->zone);
        if (setlocale(LC_ALL, '0') !== $this->locale) {
            $this->restoreLocale();
        }
        $this->directory === false || getcwd() === $this->directory || @chdir($this->directory);
        foreach (self::values() as $function => $value) {
            $value === $this->values[$function] || $function($this->values[$function]);
        }
        self::entityLoader() === $this->entityLoader || libxml_set_external_entity_loader($this->entityLoader);
        function_exists('libxml_clear_errors') && libxml_clear_errors();
        error_clear_last();
    }

    /** @return array<callable-string, mixed> by function */
    private static function values(): array
    {
        $values = [];
        foreach (self::VALUES as $function) {
            if (function_exists($function)) {
                $values[$function] = $function();
            }
        }
        return $values;
    }

    /** @return (callable(): mixed)|null */
    private static function entityLoader(): ?callable
    {
        return function_exists('libxml_get_external_entity_loader') ? libxml_get_external_entity_loader() : null;
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
}
