<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Doctor\PortCheck;

/**
 * Listening sockets that outlive the servers that use them: a client that comes while one server takes the place of
 * another waits, and is not refused. A server gets them as systemd would give them: sd_listen_fds(3).
 */
final class Sockets
{
    /** @var array<string, resource> by what was asked for */
    private array $open = [];
    /** @var array<string, string> what /proc calls them, by the same */
    private array $names = [];

    /**
     * Opens what is missing, closes what is not wanted any more.
     *
     * @param array<string, int> $wanted connections that may wait, by address
     * @return string|null what is wrong
     */
    public function provide(array $wanted): ?string
    {
        foreach (array_diff_key($this->open, $wanted) as $address => $socket) {
            $this->close($address);
        }
        foreach (array_diff_key($wanted, $this->open) as $address => $backlog) {
            $flags = preg_match('/^(udp|udg):/', $address) === 1 ? STREAM_SERVER_BIND : STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
            $this->removeStale($address);
            $before = self::namesOf('self');
            $options = stream_context_create(['socket' => ['backlog' => $backlog]]);
            $socket = @stream_socket_server($address, $number, $text, $flags, $options);
            if ($socket === false) {
                return "cannot listen on $address: $text" . self::advice($address, (string) $text);
            }
            $this->open[$address] = $socket;
            $this->names[$address] = implode(array_diff(self::namesOf('self'), $before));
        }
        return null;
    }

    /** What to do, in further lines. PHP tells the text of the system's error, and 0 for its number. */
    private static function advice(string $address, string $why): string
    {
        preg_match('/:(\d+)$/', $address, $found);
        $port = isset($found[1]) ? (int) $found[1] : null;
        return match (true) {
            str_starts_with($why, 'Address already in use') && $port !== null => "\n" . (new PortCheck($port))->advice() . ErrorPage::see('port-in-use'),
            str_starts_with($why, 'Permission denied') && $port !== null => "\nPorts below 1024 need root or CAP_NET_BIND_SERVICE: tern serve --port 8080"
                . ErrorPage::see('port-not-permitted'),
            str_starts_with($why, 'Cannot assign requested address') => "\nThis machine does not have that address: use one of `ip addr`, or 0.0.0.0"
                . ErrorPage::see('no-such-address'),
            default => '',
        };
    }

    /** @return list<resource> for the descriptors from 3 on */
    public function descriptors(): array
    {
        return array_values($this->open);
    }

    /** @return array<string, int> the ports by address, which for port 0 the system has chosen */
    public function ports(): array
    {
        return array_map(static fn($socket): int => (int) substr(strrchr((string) stream_socket_get_name($socket, false), ':') ?: ':0', 1), $this->open);
    }

    /**
     * Whether one of these processes accepts, or could, what comes here.
     *
     * @param list<int> $pids
     */
    public function areHeldBy(array $pids): bool
    {
        foreach ($pids as $pid) {
            if (array_intersect(self::namesOf((string) $pid), $this->names) !== []) {
                return true;
            }
        }
        return false;
    }

    public function closeAll(): void
    {
        foreach (array_keys($this->open) as $address) {
            $this->close($address);
        }
    }

    private function close(string $address): void
    {
        fclose($this->open[$address]);
        unset($this->open[$address], $this->names[$address]);
        $path = self::path($address);
        $path === null || @unlink($path);
    }

    /** @return list<string> the sockets of a process */
    private static function namesOf(string $pid): array
    {
        $names = array_map(static fn(string $fd): string => (string) @readlink($fd), glob("/proc/$pid/fd/*") ?: []);
        return array_values(array_filter($names, static fn(string $name): bool => str_starts_with($name, 'socket:')));
    }

    /** What a crash left of a unix socket. */
    private function removeStale(string $address): void
    {
        $path = self::path($address);
        if ($path !== null && @filetype($path) === 'socket' && @stream_socket_client($address) === false) {
            unlink($path);
        }
    }

    private static function path(string $address): ?string
    {
        return preg_match('~^(?:unix|udg)://(.+)$~', $address, $found) === 1 ? $found[1] : null;
    }
}
