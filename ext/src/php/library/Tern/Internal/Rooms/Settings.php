<?php

declare(strict_types=1);

namespace Tern\Internal\Rooms;

use ValueError;
use function is_bool;
use function is_int;
use function is_string;
use function array_key_exists;
use function strlen;

/** The options of Tern\WebSocket\Rooms: see its constructor. */
final class Settings
{
    public readonly ?string $backplane;
    public readonly string $prefix;
    public readonly int $queue;
    public readonly string $on_full;
    public readonly bool $compress;
    public readonly int $rooms_per_connection;
    public readonly int $members_per_room;

    /** Of the backplane: what connect() takes, and auth. */
    public readonly string $host;
    public readonly int $port;
    public readonly int $database;
    public readonly ?string $user;
    public readonly string $password;

    private const DEFAULTS = ['backplane' => null, 'prefix' => 'tern:rooms:', 'queue' => 1 << 20, 'on_full' => 'drop',
        'compress' => true, 'rooms_per_connection' => 100, 'members_per_room' => 100_000];

    /** @param array<mixed> $options */
    public function __construct(array $options)
    {
        foreach ($options as $name => $value) {
            if (!array_key_exists($name, self::DEFAULTS)) {
                throw new ValueError("Tern\\WebSocket\\Rooms has no option '$name': there are "
                    . implode(', ', array_keys(self::DEFAULTS)));
            }
        }
        $options += self::DEFAULTS;
        $this->backplane = $options['backplane'] === null ? null : $this->text($options, 'backplane');
        $this->prefix = $this->text($options, 'prefix');
        $this->queue = $this->number($options, 'queue', 1024, 1 << 30);
        $this->on_full = $options['on_full'] === 'drop' || $options['on_full'] === 'close' ? $options['on_full']
            : $this->refuse('on_full', $options['on_full'], "'drop' or 'close'");
        $this->compress = is_bool($options['compress']) ? $options['compress']
            : $this->refuse('compress', $options['compress'], 'true or false');
        $this->rooms_per_connection = $this->number($options, 'rooms_per_connection', 1, 100_000);
        $this->members_per_room = $this->number($options, 'members_per_room', 1, 1 << 24);
        [$this->host, $this->port, $this->database, $this->user, $this->password] =
            $this->locate($this->backplane ?? 'redis://localhost');
    }

    /** @return array{string, int, int, ?string, string} host, port, database, user, password */
    private function locate(string $url): array
    {
        $allowed = 'redis://[[user]:password@]host[:port][/database] or redis+unix:/path';
        if (str_starts_with($url, 'redis+unix:/')) {
            return [substr($url, strlen('redis+')), 0, 0, null, ''];
        }
        // What is wrong is told without what may be a password.
        $parts = parse_url($url) ?: [];
        $database = substr($parts['path'] ?? '', 1);
        $right = ($parts['scheme'] ?? '') === 'redis' && isset($parts['host']) && !isset($parts['query'])
            && !isset($parts['fragment']) && preg_match('/^(0|[1-9][0-9]{0,8})?$/D', $database) === 1;
        if (!$right) {
            $this->refuse('backplane', ($parts['scheme'] ?? '?') . '://' . ($parts['host'] ?? '?'), $allowed);
        }
        $user = ($parts['user'] ?? '') === '' ? null : rawurldecode($parts['user']);
        $password = rawurldecode($parts['pass'] ?? '');
        return [trim($parts['host'], '[]'), $parts['port'] ?? 6379, (int) $database, $user, $password];
    }

    /** @param array<mixed> $options */
    private function text(array $options, string $name): string
    {
        $value = $options[$name];
        return is_string($value) && $value !== '' ? $value : $this->refuse($name, $value, 'a string that is not empty');
    }

    /** @param array<mixed> $options */
    private function number(array $options, string $name, int $least, int $most): int
    {
        $value = $options[$name];
        return is_int($value) && $value >= $least && $value <= $most ? $value : $this->refuse($name, $value, "$least to $most");
    }

    private function refuse(string $name, mixed $value, string $allowed): never
    {
        $given = is_int($value) ? $value : (is_string($value) ? "'$value'" : get_debug_type($value));
        throw new ValueError("Tern\\WebSocket\\Rooms: $name must be $allowed, $given given");
    }
}
