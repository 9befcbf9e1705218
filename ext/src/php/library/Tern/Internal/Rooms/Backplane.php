<?php

declare(strict_types=1);

namespace Tern\Internal\Rooms;

use SplQueue;
use Swoole\Coroutine;
use Swoole\Coroutine\Redis;
use Tern\Internal\Latch;
use Throwable;
use function chr;
use function count;
use function ord;
use function strlen;
use function Tern\Internal\on_leave;
use function Tern\Internal\rooms_lost;
use function Tern\Internal\rooms_send_here;
use function Tern\Internal\rooms_sockets;
use function is_array;
use function is_string;

/**
 * Passes messages on between servers by Redis, PUBLISH and SUBSCRIBE. Each worker has two connections: one that sends
 * what its program broadcasts, one that hears what other servers do, for its own clients.
 *
 * A message names the process that sent it and has a number, so that those that got lost are known. Every few seconds a
 * process publishes its number alone: silence says that a connection is broken.
 */
final class Backplane
{
    public const NOTHING = ['connected' => false, 'published' => 0, 'received' => 0, 'lost' => 0, 'connects' => 0, 'queued' => 0];

    private const VERSION = 2;
    private const BEAT = 0;
    private const ROOM = 1;
    private const ALL = 2;

    private const ID = 8;  // bytes, of a node and of a process
    private const HEAD = 1 + 2 * self::ID + 8 + 3 + 2;
    private const ADDRESS = self::ID + 8;
    private const BEAT_EVERY = 5.0;
    private const SILENCE = 15.0;
    private const CONNECT_WITHIN = 2.0;
    private const FIRST_DELAY = 0.05;
    private const MOST_DELAY = 2.0;
    private const MOST_QUEUED = 8 << 20;
    private const MOST_SENDERS = 10_000;
    private const READY_WITHIN = 1.0;
    private const LOOK_EVERY = 0.02;
    private const COMPLAIN_EVERY = 60.0;

    private readonly string $node;
    private string $process = '';
    private string $channel = '';
    private int $rooms = 0;
    private int $number = 0;  // of the last message
    /** @var array{connected: bool, published: int, received: int, lost: int, connects: int, queued: int} */
    private array $count = self::NOTHING;
    /** @var array<string, int> the last number of each sender, the one heard last at the end */
    private array $heard = [];
    /** @var SplQueue<string> */
    private SplQueue $queue;
    /** What the publisher waits for; null: it works. */
    private ?Latch $more = null;
    private Latch $ready;
    private Latch $leaving;
    private bool $leaves = false;
    private ?Redis $subscriber = null;
    private float $complainAgain = 0;

    public function __construct(private readonly Settings $settings, int $node)
    {
        $this->node = pack('J', $node);
        $this->queue = new SplQueue();
        $this->ready = new Latch();
        $this->leaving = new Latch();
    }

    public function serve(int $rooms): void
    {
        $this->rooms = $rooms;
        $this->channel = $this->settings->prefix . $rooms;
    }

    /** In each worker, in a coroutine. Suspends as long as there is something to hear. */
    public function run(): void
    {
        $this->process = random_bytes(self::ID);
        if (!on_leave($this->leave(...))) {
            return;
        }
        Coroutine::create($this->publishAll(...));
        $delay = self::FIRST_DELAY;
        while (!$this->leaves) {
            $failed = $this->subscribe();
            $worked = $this->count['connected'];
            $delay = $worked ? self::FIRST_DELAY : min($delay * 2, self::MOST_DELAY);
            $this->count['connected'] = false;
            $this->ready->open();
            if (!$this->leaves) {
                $this->complainOfLoss($failed, $worked);
                $this->leaving->wait($delay * (1 + mt_rand() / mt_getrandmax()) / 2);
            }
        }
    }

    /** The first connection that joins waits, so that it misses nothing. Suspends. */
    public function awaitReady(): void
    {
        if (Coroutine::getCid() > 0) {
            $this->ready->wait(self::READY_WITHIN);
        }
    }

    /**
     * @param list<array{int, int}> $except connections of other servers: server, number
     * @return bool false: too much waits already
     */
    public function publish(?string $room, string $data, int $opcode, array $except): bool
    {
        ++$this->number;
        if ($this->count['queued'] + strlen($data) > self::MOST_QUEUED) {
            $this->lose(1);
            return false;
        }
        $message = $this->compose($room === null ? self::ALL : self::ROOM, $opcode, $room ?? '', $data, $except);
        $this->queue->enqueue($message);
        $this->count['queued'] += strlen($message);
        $this->more?->open();
        return true;
    }

    /** @return array{connected: bool, published: int, received: int, lost: int, connects: int, queued: int} */
    public function stats(): array
    {
        return $this->count;
    }

    /** @param list<array{int, int}> $except */
    private function compose(int $kind, int $opcode, string $room, string $data, array $except = []): string
    {
        $addresses = implode('', array_map(static fn(array $one): string => pack('J2', ...$one), $except));
        return chr(self::VERSION) . $this->node . $this->process . pack('J', $this->number) . chr($kind) . chr($opcode)
            . chr(strlen($room)) . pack('n', count($except)) . $room . $addresses . $data;
    }

    private function connect(float $timeout): Redis|string
    {
        $settings = $this->settings;
        $redis = new Redis(['connect_timeout' => self::CONNECT_WITHIN, 'timeout' => $timeout, 'reconnect' => 0,
            'password' => $settings->user === null ? $settings->password : '',
            'database' => $settings->user === null ? $settings->database : 0]);
        $good = $redis->connect($settings->host, $settings->port);
        if ($good && $settings->user !== null) {
            $good = $redis->request(['AUTH', $settings->user, $settings->password]) !== false
                && ($settings->database === 0 || $redis->select($settings->database) !== false);
        }
        return $good ? $redis : ($redis->errMsg ?: 'it cannot be reached');
    }

    /**
     * @return string why it has ended
     * @phpstan-impure
     */
    private function subscribe(): string
    {
        $redis = $this->connect(self::SILENCE);
        if (!$redis instanceof Redis) {
            return $redis;
        }
        $this->subscriber = $redis;
        try {
            $first = $redis->subscribe([$this->channel]) ? $redis->recv() : false;
            if (is_array($first) && ($first[0] ?? '') === 'subscribe') {
                $this->count['connected'] = true;
                ++$this->count['connects'];
                $this->ready->open();
                while (!$this->leaves && ($message = $redis->recv()) !== false) {
                    $this->take(is_array($message) ? $message[2] ?? '' : '');
                }
            }
            return $redis->errMsg ?: 'the connection has ended';
        } finally {
            $this->subscriber = null;
            $redis->close();
        }
    }

    private function take(mixed $message): void
    {
        if (!is_string($message) || strlen($message) < self::HEAD || ord($message[0]) !== self::VERSION) {
            return;
        }
        if (substr($message, 1, self::ID) === $this->node) {
            return;
        }
        /** @var array{1: int} $numbers */
        $numbers = unpack('J', $message, 1 + 2 * self::ID);
        $kind = ord($message[self::HEAD - 5]);
        $this->follow(substr($message, 1, 2 * self::ID), $numbers[1], $kind === self::BEAT);
        if ($kind !== self::ROOM && $kind !== self::ALL) {
            return;
        }
        $room = substr($message, self::HEAD, ord($message[self::HEAD - 3]));
        /** @var array{1: int} $count */
        $count = unpack('n', $message, self::HEAD - 2);
        $addresses = substr($message, self::HEAD + strlen($room), $count[1] * self::ADDRESS);
        $data = substr($message, self::HEAD + strlen($room) + strlen($addresses));
        ++$this->count['received'];
        rooms_send_here(
            $this->rooms,
            $kind === self::ALL ? null : $room,
            $data,
            ord($message[self::HEAD - 4]),
            $this->settings->compress,
            $this->own($addresses),
        );
    }

    /** @return list<int> the connections of this server among them */
    private function own(string $addresses): array
    {
        $own = [];
        foreach ($addresses === '' ? [] : str_split($addresses, self::ADDRESS) as $address) {
            /** @var array{1: int} $number */
            $number = unpack('J', $address, self::ID);
            if (str_starts_with($address, $this->node)) {
                $own[] = $number[1];
            }
        }
        return $own;
    }

    /** Counts what is missing since the sender was heard last. */
    private function follow(string $sender, int $number, bool $beat): void
    {
        $last = $this->heard[$sender] ?? ($beat ? $number : $number - 1);
        unset($this->heard[$sender]);
        $this->heard[$sender] = $number;
        $missing = $number - $last - ($beat ? 0 : 1);
        if ($missing > 0) {
            $this->lose($missing);
            $this->complain("$missing messages of another server did not arrive");
        }
        if (count($this->heard) > self::MOST_SENDERS) {
            unset($this->heard[array_key_first($this->heard)]);
        }
    }

    private function publishAll(): void
    {
        $redis = null;
        $delay = self::FIRST_DELAY;
        while (!$this->leaves || ($redis !== null && !$this->queue->isEmpty())) {
            $redis ??= $this->connectPublisher();
            if ($redis === null) {
                $this->leaving->wait($delay = min($delay * 2, self::MOST_DELAY));
                continue;
            }
            $delay = self::FIRST_DELAY;
            if (!$this->publishNext($redis)) {
                $redis = null;
            }
        }
        $this->lose(count($this->queue));
        $redis?->close();
    }

    private function connectPublisher(): ?Redis
    {
        $redis = $this->connect(self::SILENCE);
        return $redis instanceof Redis ? $redis : null;
    }

    /** @return bool false: the connection is of no use any more */
    private function publishNext(Redis $redis): bool
    {
        if ($this->queue->isEmpty()) {
            $this->more = new Latch();
            $woken = $this->more->wait(self::BEAT_EVERY);
            $this->more = null;
            return $woken || $redis->publish($this->channel, $this->compose(self::BEAT, 0, '', '')) !== false;
        }
        $message = $this->queue->dequeue();
        $this->count['queued'] -= strlen($message);
        if ($redis->publish($this->channel, $message) !== false) {
            ++$this->count['published'];
            return true;
        }
        if ($redis->errType === SWOOLE_REDIS_ERR_CLOSED) {
            $this->queue->unshift($message);  // it was not sent
            $this->count['queued'] += strlen($message);
            return false;
        }
        // It may have arrived; twice would be worse than never.
        $this->lose(1);
        $this->complain("a message did not reach the backplane: $redis->errMsg");
        return false;
    }

    /** The clients that are left still get messages. Suspends. */
    private function leave(): void
    {
        while (rooms_sockets() > 0) {
            Coroutine::sleep(self::LOOK_EVERY);
        }
        $this->leaves = true;
        $this->leaving->open();
        $this->more?->open();
        $this->subscriber?->close();
    }

    private function lose(int $messages): void
    {
        $this->count['lost'] += $messages;
        rooms_lost($messages);
    }

    private function complainOfLoss(string $why, bool $worked): void
    {
        $now = microtime(true);
        if ($worked || $now >= $this->complainAgain) {
            $this->complain("the backplane is lost: $why; messages of other servers do not arrive meanwhile");
            $this->complainAgain = $now + self::COMPLAIN_EVERY;
        }
    }

    private function complain(string $what): void
    {
        try {
            trigger_error("Tern\\WebSocket\\Rooms: $what", E_USER_WARNING);
        } catch (Throwable) {
            // A program's handler that throws must not end this coroutine.
        }
    }
}
