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
    /** More messages than that are never missing: the number is not that of a server. */
    private const MOST_MISSING = 1 << 24;
    /** Bytes of a reply: a message that broadcast() takes, with all that it may have, and the words around it. */
    private const MOST_REPLY = (256 << 10) + (1 << 15);
    /** Messages that are taken before other coroutines run. */
    private const AT_A_TIME = 100;
    private const PAUSE = 0.001;
    private const MOST_REASON = 200;
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
    /** @var array<string, array{Redis, float}> connections that wait for Redis, and since when it has said nothing of use */
    private array $waits = [];
    /** @var array<string, float> when the log may say that again */
    private array $complainAgain = [];

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
        Coroutine::create($this->endSilence(...));
        $delay = self::FIRST_DELAY;
        while (!$this->leaves) {
            $began = microtime(true);
            $failed = $this->subscribe();
            $worked = $this->count['connected'] && microtime(true) - $began > self::MOST_DELAY;
            $delay = $worked ? self::FIRST_DELAY : min($delay * 2, self::MOST_DELAY);
            $this->count['connected'] = false;
            $this->ready->open();
            if (!$this->leaves) {
                $why = self::line($failed);
                $this->complain('lost', "the backplane is lost: $why; messages of other servers do not arrive meanwhile");
                $this->leaving->wait($delay * (1 + mt_rand() / mt_getrandmax()) / 2);
            }
        }
    }

    /** The limit of a connection is for each wait: bytes that come now and then would keep it for ever. */
    private function endSilence(): void
    {
        while (!$this->leaving->wait(self::BEAT_EVERY)) {
            foreach ($this->waits as [$redis, $since]) {
                if (microtime(true) - $since > self::SILENCE) {
                    $redis->close();
                }
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

    /** @param string $use 'publish' or 'subscribe': it waits from now on */
    private function connect(string $use): Redis|string
    {
        $settings = $this->settings;
        $redis = new Redis(['connect_timeout' => self::CONNECT_WITHIN, 'timeout' => self::SILENCE, 'reconnect' => 0,
            'package_max_length' => self::MOST_REPLY, 'password' => $settings->user === null ? $settings->password : '',
            'database' => $settings->user === null ? $settings->database : 0]);
        $this->waits[$use] = [$redis, microtime(true)];
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
        $redis = $this->connect('subscribe');
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
                $this->takeAll($redis);
            }
            return $redis->errMsg ?: 'the connection has ended';
        } finally {
            $this->subscriber = null;
            unset($this->waits['subscribe']);
            $redis->close();
        }
    }

    private function takeAll(Redis $redis): void
    {
        for ($count = 1; !$this->leaves && ($reply = $redis->recv()) !== false; ++$count) {
            if (is_array($reply) && ($reply[0] ?? null) === 'message' && ($reply[1] ?? null) === $this->channel
                && is_string($reply[2] ?? null) && $this->take($reply[2])) {
                $this->waits['subscribe'] = [$redis, microtime(true)];
            }
            if ($count % self::AT_A_TIME === 0) {
                Coroutine::sleep(self::PAUSE);
            }
        }
    }

    /** @return bool false: this is no message of a server */
    private function take(string $message): bool
    {
        if (strlen($message) < self::HEAD || ord($message[0]) !== self::VERSION) {
            return false;
        }
        if (substr($message, 1, self::ID) === $this->node) {
            return true;
        }
        /** @var array{number: int, kind: int, opcode: int, room: int, except: int} $head */
        $head = unpack('Jnumber/Ckind/Copcode/Croom/nexcept', $message, 1 + 2 * self::ID);
        $room = substr($message, self::HEAD, $head['room']);
        $addresses = substr($message, self::HEAD + $head['room'], $head['except'] * self::ADDRESS);
        $data = substr($message, self::HEAD + $head['room'] + $head['except'] * self::ADDRESS);
        $isWhole = strlen($message) === self::HEAD + $head['room'] + $head['except'] * self::ADDRESS + strlen($data);
        $isBeat = $head['kind'] === self::BEAT;
        $isForRoom = $head['kind'] === self::ROOM;
        $isRight = $isBeat || ($isForRoom ? $room !== '' : $head['kind'] === self::ALL) && self::isSendable($data, $head['opcode']);
        if (!$isWhole || !$isRight || $head['number'] < 0) {
            return false;
        }
        $this->follow(substr($message, 1, 2 * self::ID), $head['number'], $isBeat);
        if (!$isBeat) {
            ++$this->count['received'];
            rooms_send_here($this->rooms, $isForRoom ? $room : null, $data, $head['opcode'], $this->settings->compress, $this->own($addresses));
        }
        return true;
    }

    /** Clients would close their connections for anything else. */
    private static function isSendable(string $data, int $opcode): bool
    {
        return $opcode === WEBSOCKET_OPCODE_BINARY || ($opcode === WEBSOCKET_OPCODE_TEXT && preg_match('//u', $data) === 1);
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
        if ($missing > 0 && $missing <= self::MOST_MISSING) {
            $this->lose($missing);
            $this->complain('missing', "$missing messages of another server did not arrive");
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
            if ($redis !== null && $this->publishNext($redis)) {
                $delay = self::FIRST_DELAY;
                continue;
            }
            $redis?->close();
            $redis = null;
            $this->leaving->wait($delay = min($delay * 2, self::MOST_DELAY));
        }
        $this->lose(count($this->queue));
        $redis?->close();
    }

    private function connectPublisher(): ?Redis
    {
        $redis = $this->connect('publish');
        unset($this->waits['publish']);
        return $redis instanceof Redis ? $redis : null;
    }

    private function send(Redis $redis, string $message): bool
    {
        $this->waits['publish'] = [$redis, microtime(true)];
        $isSent = $redis->publish($this->channel, $message) !== false;
        unset($this->waits['publish']);
        return $isSent;
    }

    /** @return bool false: the connection is of no use any more */
    private function publishNext(Redis $redis): bool
    {
        if ($this->queue->isEmpty()) {
            $this->more = new Latch();
            $woken = $this->more->wait(self::BEAT_EVERY);
            $this->more = null;
            return $woken || $this->send($redis, $this->compose(self::BEAT, 0, '', ''));
        }
        $message = $this->queue->dequeue();
        $this->count['queued'] -= strlen($message);
        if ($this->send($redis, $message)) {
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
        $this->complain('unsent', 'a message did not reach the backplane: ' . self::line($redis->errMsg));
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

    /** What Redis says, for the log. */
    private static function line(string $text): string
    {
        return addcslashes(substr($text, 0, self::MOST_REASON), "\0..\37\177..\377");
    }

    /** @param string $kind of which the log has a line a minute */
    private function complain(string $kind, string $what): void
    {
        $now = microtime(true);
        if ($now < ($this->complainAgain[$kind] ?? 0)) {
            return;
        }
        $this->complainAgain[$kind] = $now + self::COMPLAIN_EVERY;
        try {
            trigger_error("Tern\\WebSocket\\Rooms: $what", E_USER_WARNING);
        } catch (Throwable) {
            // A program's handler that throws must not end this coroutine.
        }
    }
}
