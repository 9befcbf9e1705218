<?php

declare(strict_types=1);

namespace Tern\Launcher;

use LogicException;
use RuntimeException;
use Swoole\Server;
use function Tern\Internal\end_with_parent;
use function is_array;
use function is_int;
use function is_string;
use function strlen;

/** What the server of `--watch` tells the Watch that started it, in files of the plan's folder. */
final class Report
{
    /** Exit status: there are sockets to open before this server can start. */
    public const WANTS_SOCKETS = 75;
    private const WANTED = 'wanted.json';
    private const LOADED = 'loaded.json';

    /** Before it opens anything. */
    public static function meet(Server $server, Plan $plan): void
    {
        [$state, $parent] = [$plan->state, $plan->parent];
        if ($state === null || $parent === null) {
            throw new LogicException('no Watch has started this server');
        }
        // What only one of the two servers could have while one takes the place of the other.
        $server->set(['daemonize' => false, 'pid_file' => '', 'static_cache_valid' => 0]);
        $wanted = [];
        foreach ($server->ports as $port) {
            $address = Socket::address($port->type, $port->host, $port->port);
            $wanted[$address] = $port->setting['backlog'] ?? $server->setting['backlog'] ?? 512;
            if (isset($plan->sockets[$address]) && !Socket::isPath($port->type)) {
                $port->port = $plan->sockets[$address];
            }
        }
        if (array_diff_key($wanted, $plan->sockets) !== [] || array_diff_key($plan->sockets, $wanted) !== []) {
            self::write("$state/" . self::WANTED, $wanted);
            exit(self::WANTS_SOCKETS);
        }
        self::write("$state/" . self::LOADED, get_included_files());
        $master = getmypid();
        register_shutdown_function(static function () use ($state, $parent, $master): void {
            if (getmypid() === $master && !end_with_parent($parent)) {  // it was killed, and cleans up no more
                self::remove($state);
            }
        });
    }

    /** All that was written, and its folder. */
    public static function remove(string $state): void
    {
        array_map(unlink(...), glob("$state/*") ?: []);
        @rmdir($state);
    }

    /** @return array<string, int> by address: connections that may wait there */
    public static function wanted(string $state): array
    {
        $wanted = [];
        foreach (self::read("$state/" . self::WANTED) as $address => $backlog) {
            if (is_string($address) && is_int($backlog)) {
                $wanted[$address] = $backlog;
            }
        }
        return $wanted;
    }

    /** @return list<string> the files that the master has loaded: a reload does not renew them */
    public static function loaded(string $state): array
    {
        return array_values(array_filter(self::read("$state/" . self::LOADED), is_string(...)));
    }

    /** @param array<mixed> $data */
    public static function write(string $file, array $data): void
    {
        $text = json_encode($data, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
        if (@file_put_contents("$file.new", $text) !== strlen($text) || !rename("$file.new", $file)) {  // no reader gets half of it
            throw new RuntimeException("$file cannot be written: " . (error_get_last()['message'] ?? ''));
        }
    }

    /** @return array<mixed> */
    public static function read(string $file): array
    {
        $text = is_file($file) ? (string) file_get_contents($file) : '';
        $data = $text === '' ? [] : json_decode($text, true, flags: JSON_THROW_ON_ERROR);
        return is_array($data) ? $data : [];
    }
}
