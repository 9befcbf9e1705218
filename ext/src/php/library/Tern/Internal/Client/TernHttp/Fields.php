<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Stringable;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Lines;
use TypeError;
use ValueError;
use function count;
use function implode;
use function in_array;
use function is_array;
use function is_scalar;
use function is_string;
use function strlen;
use function strpos;
use function strtolower;
use function substr;
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
        $where .= ' option "headers"';
        $all = $this->all;
        foreach ($headers as $name => $values) {
            $key = self::$names[$name] ?? self::key((string) $name, $where);
            if ($values === null) {
                unset($all[$key]);
            } elseif (is_string($values)) {
                $all[$key] = Lines::field((string) $name, $values, $where);
            } else {
                $all[$key] = self::linesOf((string) $name, is_array($values) ? $values : [$values], $where);
            }
        }
        return self::made($all);
    }

    /** The same with this field. */
    public function with(string $name, string $value): self
    {
        $all = $this->all;
        $all[strtolower($name)] = Lines::field($name, $value);
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

    /** @param array<mixed> $values */
    private static function linesOf(string $name, array $values, string $where): string
    {
        $lines = '';
        foreach ($values as $value) {
            if (!is_scalar($value) && !$value instanceof Stringable) {
                throw new TypeError("$where field \"$name\" must be of type string, " . get_debug_type($value) . ' given');
            }
            $lines .= Lines::field($name, (string) $value, $where);
        }
        return $lines;
    }

    private static function key(string $name, string $where): string
    {
        if (!Grammar::isToken($name)) {
            throw new ValueError("$where must have names of letters, digits and !#\$%&'*+-.^_`|~, "
                . json_encode($name, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
        }
        $key = strtolower($name);
        if (in_array($key, self::OWN, true)) {
            throw new ValueError("$where must not have \"$name\": the client sets it");
        }
        if (count(self::$names) >= self::MOST_NAMES) {
            self::$names = [];
        }
        return self::$names[$name] = $key;
    }
}
