<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use function count;

/** Connections of SWOOLE_KEEP between two clients, of this process. */
final class Kept
{
    /** The one that has waited longest goes when there would be more. */
    private const MOST = 128;

    /** @var array<int, array{string, Socket, int, mixed}> by age: key, socket, uses, what measures its packets */
    private static array $idle = [];
    private static int $owner = 0;

    /** @param int $uses how many clients have had it */
    public static function put(string $key, Socket $socket, int $uses, mixed $measure): void
    {
        self::own();
        self::$idle[] = [$key, $socket, $uses, $measure];
        if (count(self::$idle) > self::MOST) {
            unset(self::$idle[array_key_first(self::$idle)]);
        }
    }

    /**
     * One on which nothing has arrived meanwhile, neither bytes nor its end.
     *
     * @return array{Socket, int}|null with how many clients have had it
     */
    public static function take(string $key, mixed $measure): ?array
    {
        self::own();
        foreach (array_reverse(self::$idle, true) as $index => [$of, $socket, $uses, $measured]) {
            if ($of !== $key || $measured !== $measure) {
                continue;
            }
            unset(self::$idle[$index]);
            if (self::isQuiet($socket)) {
                return [$socket, $uses];
            }
        }
        return null;
    }

    public static function isQuiet(Socket $socket): bool
    {
        return $socket->peek(1) === false && $socket->errCode === Errno::EAGAIN;
    }

    private static function own(): void
    {
        if (self::$owner !== getmypid()) {
            // Those of the process that forked this one, which uses them: never closed here.
            /** @var list<mixed> $inherited */
            static $inherited = [];
            $inherited[] = self::$idle;
            self::$idle = [];
            self::$owner = (int) getmypid();
        }
    }
}
