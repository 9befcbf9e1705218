<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

use Stringable;
use Tern\Internal\Client\Http\Grammar;
use TypeError;
use ValueError;
use function count;
use function implode;
use function in_array;
use function is_array;
use function is_scalar;
use function is_string;
use function str_contains;
use function strlen;
use function strpos;
use function strtolower;
use function substr;
use function substr_count;
use function trim;

/** The fields of a request's head. An object of it never changes. */
final class Fields
{
    /** What says where a message ends, or is about this connection alone: the client's own. */
    private const OWN = ['connection', 'transfer-encoding', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'trailer', 'expect'];
    private const MOST_NAMES = 1024;

    /** @var array<string, string> good names in lower case, by what the program gives */
    private static array $names = [];
    /** @var array<string, string> the lines of each field as a head of HTTP/1 has them, by its name in lower case */
    private array $all = [];
    private ?string $lines = null;

    /**
     * @param array<mixed> $headers strings or lists of strings by name; null: the field is not sent
     * @param string $where the function and argument, for errors
     */
    public static function of(array $headers, string $where): self
    {
        return (new self())->merge($headers, $where);
    }

    /**
     * These in place of those with the same names.
     *
     * @param array<mixed> $headers as of()
     */
    public function merge(array $headers, string $where): self
    {
        if ($headers === []) {
            return $this;
        }
        $all = $this->all;
        $added = [];
        foreach ($headers as $name => $values) {
            $key = self::$names[$name] ?? self::key((string) $name, $where);
            if ($values === null) {
                unset($all[$key]);
            } elseif (is_string($values)) {
                $all[$key] = $added[] = "$name: $values\r\n";
            } else {
                $lines = self::linesOf((string) $name, is_array($values) ? $values : [$values], $where);
                $all[$key] = implode('', $lines);
                array_push($added, ...$lines);
            }
        }
        self::check($added, $where);
        return self::made($all);
    }

    /** The same with this field, whose value is known to be one. */
    public function with(string $name, string $value): self
    {
        $all = $this->all;
        $all[strtolower($name)] = "$name: $value\r\n";
        return self::made($all);
    }

    /** @param string ...$names in lower case */
    public function without(string ...$names): self
    {
        return self::made(array_diff_key($this->all, array_flip($names)));
    }

    /** @param string $name in lower case */
    public function has(string $name): bool
    {
        return isset($this->all[$name]);
    }

    /**
     * All values, with commas between them.
     *
     * @param string $name in lower case
     */
    public function get(string $name): string
    {
        return implode(', ', (array) self::values($name, $this->all[$name] ?? ''));
    }

    /** As a head of HTTP/1 has them. */
    public function lines(): string
    {
        return $this->lines ??= implode('', $this->all);
    }

    /** @return array<string, string|list<string>> strings where there is one value, as PSR-7 and Swoole take them */
    public function map(): array
    {
        $map = [];
        foreach ($this->all as $name => $lines) {
            $map[$name] = self::values((string) $name, $lines);
        }
        return $map;
    }

    /** @param array<string, string> $all */
    private static function made(array $all): self
    {
        $fields = new self();
        $fields->all = $all;
        return $fields;
    }

    /** @return string|list<string> without white space around them */
    private static function values(string $name, string $lines): string|array
    {
        if ($lines === '') {
            return [];
        }
        if (strpos($lines, "\n") === strlen($lines) - 1) {
            return trim(substr($lines, strlen($name) + 1, -2), " \t");
        }
        $values = [];
        foreach (explode("\r\n", substr($lines, 0, -2)) as $line) {
            $values[] = trim(substr($line, strlen($name) + 1), " \t");
        }
        return $values;
    }

    /**
     * @param list<string> $lines
     * @throws ValueError if a value has an end of line in it
     */
    private static function check(array $lines, string $where): void
    {
        $text = implode('', $lines);
        $count = count($lines);
        if (substr_count($text, "\n") === $count && substr_count($text, "\r") === $count && !str_contains($text, "\0")) {
            return;
        }
        foreach ($lines as $line) {
            if (strpbrk(substr($line, 0, -2), "\r\n\0") !== false) {
                $name = strstr($line, ':', true);
                throw new ValueError("$where option \"headers\" field \"$name\" must have no line break and no NUL byte");
            }
        }
    }

    /**
     * @param array<mixed> $values
     * @return list<string>
     */
    private static function linesOf(string $name, array $values, string $where): array
    {
        $lines = [];
        foreach ($values as $value) {
            if (!is_scalar($value) && !$value instanceof Stringable) {
                throw new TypeError("$where option \"headers\" field \"$name\" must be of type string, " . get_debug_type($value) . ' given');
            }
            $lines[] = "$name: $value\r\n";
        }
        return $lines;
    }

    private static function key(string $name, string $where): string
    {
        if (!Grammar::isToken($name)) {
            throw new ValueError("$where option \"headers\" must have names of letters, digits and !#\$%&'*+-.^_`|~, "
                . json_encode($name, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
        }
        $key = strtolower($name);
        if (in_array($key, self::OWN, true)) {
            throw new ValueError("$where option \"headers\" must not have \"$name\": the client sets it");
        }
        if (count(self::$names) >= self::MOST_NAMES) {
            self::$names = [];
        }
        return self::$names[$name] = $key;
    }
}
