<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Closure;
use Swoole\Client;
use TypeError;
use function Tern\Internal\descriptor_of;
use function Tern\Internal\poll;
use function gettype;
use function is_object;
use function is_resource;

/** swoole_client_select() */
final class Select
{
    private const POLLIN = 1;
    private const POLLPRI = 2;
    private const POLLOUT = 4;
    private const POLLERR = 8;
    private const POLLHUP = 16;
    private const POLLNVAL = 32;
    /** What is asked for each list, and which answers count. As select(2) has it: what is broken can be read and written. */
    private const LISTS = [
        [self::POLLIN, self::POLLIN | self::POLLERR | self::POLLHUP | self::POLLNVAL],
        [self::POLLOUT, self::POLLOUT | self::POLLERR | self::POLLNVAL],
        [self::POLLPRI, self::POLLPRI],
    ];

    /**
     * @param array<mixed>|null $read
     * @param array<mixed>|null $write
     * @param array<mixed>|null $except
     */
    public static function clients(?array &$read, ?array &$write, ?array &$except, ?float $timeout = 0.5): int|false
    {
        $lists = [$read ?? [], $write ?? [], $except ?? []];
        $descriptors = array_map(self::descriptors(...), $lists, [1, 2, 3]);
        $wanted = self::wanted($descriptors);
        if ($wanted === []) {
            trigger_error('swoole_client_select(): there is nothing open to wait for', E_USER_WARNING);
            return false;
        }
        $received = array_filter($lists[0], fn($one) => $one instanceof Client && self::hasReceived($one));
        $ready = poll($wanted, $received === [] ? $timeout ?? -1.0 : 0);
        if ($ready === false) {
            return false;
        }
        foreach ($lists as $which => &$list) {
            $list = array_filter($list, fn($key) => (($ready[$descriptors[$which][$key] ?? -1] ?? 0) & self::LISTS[$which][1]) !== 0
                || ($which === 0 && isset($received[$key])), ARRAY_FILTER_USE_KEY);
        }
        unset($list);
        self::give($lists, $read, $write, $except);
        return array_sum(array_map(count(...), $lists));
    }

    /** Whether there is something that recv() would return. The kernel does not know what the socket has taken already. */
    private static function hasReceived(Client $client): bool
    {
        return self::within($client, fn() => $this->isOpen() && $this->isUp && $this->connection->peek(1) !== false) === true;
    }

    /** @param-closure-this Client $ask */
    private static function within(Client $client, Closure $ask): mixed
    {
        return Closure::bind($ask, $client, Client::class)();
    }

    /**
     * By the keys of the list, those that are open.
     *
     * @param array<mixed> $list
     * @return array<int>
     */
    private static function descriptors(array $list, int $argument): array
    {
        $found = [];
        foreach ($list as $key => $one) {
            $descriptor = descriptor_of($one);
            if ($descriptor >= 0) {
                $found[$key] = $descriptor;
            } elseif (!is_object($one) && !is_resource($one) && gettype($one) !== 'resource (closed)') {
                throw new TypeError("swoole_client_select(): Argument #$argument must have clients, sockets, streams and descriptors, "
                    . get_debug_type($one) . ' given');
            }
        }
        return $found;
    }

    /**
     * @param array<int, array<int>> $descriptors
     * @return array<int, int>
     */
    private static function wanted(array $descriptors): array
    {
        $wanted = [];
        foreach ($descriptors as $which => $list) {
            foreach ($list as $descriptor) {
                $wanted[$descriptor] = ($wanted[$descriptor] ?? 0) | self::LISTS[$which][0];
            }
        }
        return $wanted;
    }

    /**
     * null stays null.
     *
     * @param array{array<mixed>, array<mixed>, array<mixed>} $lists
     * @param array<mixed>|null $read
     * @param array<mixed>|null $write
     * @param array<mixed>|null $except
     */
    private static function give(array $lists, ?array &$read, ?array &$write, ?array &$except): void
    {
        $read = $read === null ? null : $lists[0];
        $write = $write === null ? null : $lists[1];
        $except = $except === null ? null : $lists[2];
    }
}
