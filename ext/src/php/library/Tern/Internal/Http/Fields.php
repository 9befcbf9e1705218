<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

use Stringable;
use TypeError;
use ValueError;
use function count;
use function in_array;
use function is_array;
use function is_scalar;

/** The fields of a request's head. An object of it never changes. */
final class Fields
{
    /** What says where a message ends, or is about this connection alone: the client's own. */
    private const OWN = ['connection', 'transfer-encoding', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'trailer', 'expect'];
    private const MOST_NAMES = 1024;

    /** @var array<string, string> good names in lower case, by what the program gives */
    private static array $names = [];
    private ?string $lines = null;

    /** @param array<string, array{string, list<string>}> $all name and values, by the name in lower case */
    private function __construct(private readonly array $all)
    {
    }

    /**
     * @param array<mixed> $headers strings or lists of strings by name; null: the field is not sent
     * @param string $where the function and argument, for errors
     */
    public static function of(array $headers, string $where): self
    {
        return (new self([]))->merge($headers, $where);
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
        foreach ($headers as $name => $values) {
            $name = (string) $name;
            $key = self::$names[$name] ?? self::key($name, $where);
            if ($values === null) {
                unset($all[$key]);
                continue;
            }
            $checked = [];
            foreach (is_array($values) ? $values : [$values] as $value) {
                $checked[] = self::checked($name, $value, $where);
            }
            $all[$key] = [$name, $checked];
        }
        return new self($all);
    }

    /** The same with this field, whose value is known to be one. */
    public function with(string $name, string $value): self
    {
        return new self([...$this->all, strtolower($name) => [$name, [$value]]]);
    }

    /** @param string ...$names in lower case */
    public function without(string ...$names): self
    {
        return new self(array_diff_key($this->all, array_flip($names)));
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
        return isset($this->all[$name]) ? implode(', ', $this->all[$name][1]) : '';
    }

    /** As a head of HTTP/1 has them. */
    public function lines(): string
    {
        if ($this->lines === null) {
            $this->lines = '';
            foreach ($this->all as [$name, $values]) {
                foreach ($values as $value) {
                    $this->lines .= "$name: $value\r\n";
                }
            }
        }
        return $this->lines;
    }

    /** @return array<string, list<string>> by their names in lower case */
    public function all(): array
    {
        return array_map(fn(array $field) => $field[1], $this->all);
    }

    /** @return array<string, string|list<string>> strings where there is one value, as PSR-7 and Swoole take them */
    public function map(): array
    {
        return array_map(fn(array $field) => count($field[1]) === 1 ? $field[1][0] : $field[1], $this->all);
    }

    private static function key(string $name, string $where): string
    {
        if (preg_match('/^[!#$%&\'*+\-.^_`|~0-9A-Za-z]+$/D', $name) !== 1) {
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

    private static function checked(string $name, mixed $value, string $where): string
    {
        if (!is_scalar($value) && !$value instanceof Stringable) {
            throw new TypeError("$where option \"headers\" field \"$name\" must be of type string, " . get_debug_type($value) . ' given');
        }
        $text = trim((string) $value, " \t");
        if (strpbrk($text, "\r\n\0") !== false) {
            throw new ValueError("$where option \"headers\" field \"$name\" must have no line break and no NUL byte");
        }
        return $text;
    }
}
