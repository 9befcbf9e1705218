<?php

declare(strict_types=1);

namespace Tern\Internal\Client\PostgreSQL;

use PgSql\Connection;
use PgSql\Lob;
use function in_array;
use function is_resource;
use function strlen;

/** A large object as a stream. It is open until the transaction ends. */
final class LargeObject
{
    private const SCHEME = 'tern-lob';
    /** @var resource|null the options of open() */
    public $context;
    private Link $link;
    private Lob $object;
    private int|string $oid;
    private bool $over = false;

    /** @return resource|false */
    public static function open(Link $link, int|string $oid, string $mode)
    {
        if (!in_array(self::SCHEME, stream_get_wrappers(), true)) {
            stream_wrapper_register(self::SCHEME, self::class);
        }
        $options = stream_context_create([self::SCHEME => ['link' => $link, 'oid' => $oid]]);
        return @fopen(self::SCHEME . '://', $mode, false, $options);
    }

    /** @return int|string|null the number of the object that a stream is; null: it is not of one */
    public static function number(mixed $stream): int|string|null
    {
        $data = is_resource($stream) ? stream_get_meta_data($stream)['wrapper_data'] ?? null : null;
        return $data instanceof self ? $data->oid : null;
    }

    public function stream_open(string $path, string $mode): bool
    {
        if ($this->context === null) {
            return false;  // nothing but open() has one
        }
        /** @var array{tern-lob: array{link: Link, oid: int|string}} $options */
        $options = stream_context_get_options($this->context);
        ['link' => $this->link, 'oid' => $this->oid] = $options[self::SCHEME];
        $mode = strpbrk($mode, 'wa+') === false ? 'r' : 'r+';
        $object = $this->call(fn(Connection $connection) => @pg_lo_open($connection, $this->oid, $mode));
        if ($object === false) {
            return false;
        }
        $this->object = $object;
        return true;
    }

    public function stream_read(int $count): string|false
    {
        $data = $this->call(fn() => @pg_lo_read($this->object, $count));
        $this->over = $data === false || strlen($data) < $count;
        return $data;
    }

    public function stream_write(string $data): int
    {
        return (int) $this->call(fn() => @pg_lo_write($this->object, $data));
    }

    public function stream_seek(int $offset, int $from): bool
    {
        $this->over = false;
        return $this->call(fn() => pg_lo_seek($this->object, $offset, $from));
    }

    public function stream_tell(): int
    {
        return (int) $this->call(fn() => pg_lo_tell($this->object));
    }

    public function stream_eof(): bool
    {
        return $this->over;
    }

    public function stream_flush(): bool
    {
        return true;
    }

    /** @return array{} */
    public function stream_stat(): array
    {
        return [];
    }

    /**
     * @template T
     * @param callable(Connection): T $function
     * @return T|false
     */
    private function call(callable $function): mixed
    {
        $connection = $this->link->connection();
        if ($connection === null) {
            return false;
        }
        $value = false;
        $this->link->using(function () use ($function, $connection, &$value) {
            $value = $function($connection);
            return new Answer(null);
        });
        return $value;
    }
}
