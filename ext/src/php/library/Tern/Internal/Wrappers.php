<?php

declare(strict_types=1);

namespace Tern\Internal;

use RuntimeException;
use Swoole\ArrayObject;
use Swoole\MultibyteStringObject;
use Swoole\StringObject;
use Swoole\Table;
use function array_key_exists;

/** The bodies of swoole_string() and the like. */
final class Wrappers
{
    public static function string(string $string = ''): StringObject
    {
        return new StringObject($string);
    }

    public static function multibyte_string(string $string = ''): MultibyteStringObject
    {
        return new MultibyteStringObject($string);
    }

    /** @param array<mixed> $array */
    public static function array(array $array = []): ArrayObject
    {
        return new ArrayObject($array);
    }

    /** @param mixed ...$values */
    public static function list(...$values): ArrayObject
    {
        return new ArrayObject($values);
    }

    /**
     * @param array<mixed> $array
     * @param array-key $key
     */
    public static function default_value(array $array, $key, mixed $default = null): mixed
    {
        return array_key_exists($key, $array) ? $array[$key] : $default;
    }

    /** @param string $fields as in id:int,name:string:32 */
    public static function table(int $size, string $fields): Table
    {
        $table = new Table($size);
        foreach (explode(',', $fields) as $field) {
            $parts = array_map(trim(...), explode(':', $field));
            $type = $parts[1] ?? '';
            match ($type) {
                'i', 'int' => $table->column($parts[0], Table::TYPE_INT),
                'f', 'float' => $table->column($parts[0], Table::TYPE_FLOAT),
                's', 'string' => $table->column($parts[0], Table::TYPE_STRING, self::bytes($parts[0], $parts[2] ?? '')),
                default => throw new RuntimeException("Column '$parts[0]' has the unknown type '$type'"),
            };
        }
        return $table->create() ? $table : throw new RuntimeException('There is no memory for the table');
    }

    private static function bytes(string $column, string $given): int
    {
        $bytes = filter_var($given, FILTER_VALIDATE_INT);
        if ($bytes === false || $bytes < 1) {
            throw new RuntimeException("Column '$column' needs a length in bytes, as in string:32");
        }
        return $bytes;
    }
}
