<?php

declare(strict_types=1);

namespace Tern\WebSocket;

use Swoole\Coroutine;
use Swoole\WebSocket\Frame;
use Swoole\WebSocket\Server;
use Tern\Internal\Rooms\Backplane;
use Tern\Internal\Rooms\Settings;
use ValueError;
use function count;
use function is_int;
use function strlen;
use function Tern\Internal\rooms_ask;
use function Tern\Internal\rooms_lost;
use function Tern\Internal\rooms_open;
use function Tern\Internal\rooms_send;
use function is_string;

/**
 * Groups of WebSocket connections that get the same messages, over all workers of a server and, with a backplane, over all
 * servers. A message is framed, and compressed, once in each worker. A connection leaves its rooms when it closes.
 *
 * Made before the server starts, used in its workers from then on.
 */
final class Rooms
{
    private const JOIN = 1;
    private const LEAVE = 2;
    private const ROOMS = 3;
    private const COUNT = 4;
    private const MEMBERS = 5;

    private const MOST_NAME = 255;
    private const MOST_EXCEPT = 1000;
    private const MOST_NODE = (1 << 53) - 1;
    /** How long broadcast() waits for a worker that does not read. */
    private const TIMEOUT_S = 1.0;
    private const ASK_AGAIN = 0.002;
    private const ANSWER_WITHIN = 5.0;

    private readonly Settings $settings;
    private readonly ?Backplane $backplane;
    private readonly int $number;
    /** Of this server, as other servers know it. */
    private readonly int $node;

    /**
     * @param array<string, mixed> $options backplane: 'redis://[[user]:password@]host[:port][/database]' or 'redis+unix:/path', over which
     *     servers pass messages on to each other (null: this server only); prefix: of the names of its channels
     *     ('tern:rooms:'); queue: bytes that may wait for one client, 1024 to 1 GB (1 MB); on_full: what happens to a client
     *     for which more would wait: 'drop', it misses messages, or 'close', it is cut off ('drop'); compress: for clients
     *     that can decompress, where the server has websocket_compression (true); rooms_per_connection: most rooms that a
     *     connection is in, 1 to 100000 (100); members_per_room: most connections in a room, of each worker, 1 to 16777216
     *     (100000)
     * @throws ValueError for another option or value
     * @throws \Swoole\Exception when the server has started, or has 16 objects of this class
     */
    public function __construct(Server $server, array $options = [])
    {
        $this->settings = new Settings($options);
        $this->node = random_int(1, self::MOST_NODE);
        $backplane = $this->settings->backplane === null ? null : new Backplane($this->settings, $this->node);
        $this->number = rooms_open(
            $server,
            $this->settings->queue,
            $this->settings->on_full === 'close',
            $this->settings->rooms_per_connection,
            $this->settings->members_per_room,
            $backplane === null ? null : $backplane->run(...),
        );
        $this->backplane = $backplane;
        $backplane?->serve($this->number);
    }

    /**
     * Suspends when the connection is another worker's, and for the first connection with the backplane until that is
     * reached, for at most a second.
     *
     * @param int $fd a WebSocket, of any worker
     * @param string $room 1 to 255 bytes
     * @return bool true also when it was there already. False with the reason in swoole_last_error(): 1005 or 8503 no open
     *     WebSocket; 506 a limit of the options; 9006 its worker does not read
     * @throws ValueError for a name that is too short or too long
     */
    public function join(int $fd, string $room): bool
    {
        $this->check($room, __METHOD__, 2);
        $this->backplane?->awaitReady();
        return rooms_ask($this->number, self::JOIN, $fd, $room, self::ANSWER_WITHIN);
    }

    /**
     * Suspends when the connection is another worker's.
     *
     * @param string|null $room null: every room
     * @return bool false when it was not there
     */
    public function leave(int $fd, ?string $room = null): bool
    {
        if ($room !== null) {
            $this->check($room, __METHOD__, 2);
        }
        return rooms_ask($this->number, self::LEAVE, $fd, $room ?? '', self::ANSWER_WITHIN);
    }

    /**
     * Sends a message to all connections in a room, of all workers and servers. In a coroutine it suspends while another
     * worker does not keep up, for at most a second; elsewhere that is a failure at once.
     *
     * @param Frame|string $data text, or a whole message of text or binary data; at most 255 KB
     * @param int|string|array<int|string> $except connections that do not get it, at most 1000: numbers of this server, or
     *     addresses of any server
     * @param int $opcode WEBSOCKET_OPCODE_TEXT or WEBSOCKET_OPCODE_BINARY, where $data is a string
     * @return bool false when it did not reach every worker, or the backplane is too far behind: swoole_last_error() is
     *     9006 then, or 1203 for a message that is too long, which reaches no client. Clients that miss it are counted in
     *     stats() of the server (websocket_dropped)
     * @throws ValueError for a text that is not UTF-8, which clients would close their connections for, a frame that is no
     *     whole message, or a name that is too short or too long
     */
    public function broadcast(string $room, Frame|string $data, int|string|array $except = [], int $opcode = WEBSOCKET_OPCODE_TEXT): bool
    {
        $this->check($room, __METHOD__, 1);
        return $this->send($room, $data, $except, $opcode, __METHOD__);
    }

    /**
     * The same to every WebSocket of the server and of those behind the backplane, in rooms or not.
     *
     * @param int|string|array<int|string> $except
     */
    public function broadcastAll(Frame|string $data, int|string|array $except = [], int $opcode = WEBSOCKET_OPCODE_TEXT): bool
    {
        return $this->send(null, $data, $except, $opcode, __METHOD__);
    }

    /**
     * How many connections of this server are in a room. Suspends when other workers have some.
     *
     * @return int|false false when a worker did not answer
     */
    public function count(string $room): int|false
    {
        $this->check($room, __METHOD__, 1);
        return rooms_ask($this->number, self::COUNT, 0, $room, self::ANSWER_WITHIN);
    }

    /**
     * The connections of this server that are in a room, in no order. Suspends when other workers have some.
     *
     * @return int[]|false false when a worker did not answer
     */
    public function members(string $room): array|false
    {
        $this->check($room, __METHOD__, 1);
        return rooms_ask($this->number, self::MEMBERS, 0, $room, self::ANSWER_WITHIN);
    }

    /**
     * The rooms that a connection is in. Suspends when it is another worker's.
     *
     * @return string[]|false false when there is no such connection, or its worker did not answer
     */
    public function rooms(int $fd): array|false
    {
        return rooms_ask($this->number, self::ROOMS, $fd, '', self::ANSWER_WITHIN);
    }

    /**
     * What other servers know a connection of this one by: for $except of broadcast() there.
     *
     * @return string two numbers, with a dot between them
     */
    public function address(int $fd): string
    {
        return "$this->node.$fd";
    }

    /**
     * What the backplane of this worker has done.
     *
     * @return array{connected: bool, published: int, received: int, lost: int, connects: int, queued: int} connected: whether messages of other servers arrive; published, received: messages; lost: messages that
     *     are known not to have been sent or to have arrived; connects: how often it was reached; queued: bytes that wait
     */
    public function stats(): array
    {
        return $this->backplane?->stats() ?? Backplane::NOTHING;
    }

    /** @param int|string|array<int|string> $except */
    private function send(?string $room, Frame|string $data, int|string|array $except, int $opcode, string $method): bool
    {
        [$text, $opcode] = $this->message($data, $opcode, $method);
        [$except, $foreign] = $this->exceptions($except, $method, $room === null ? 2 : 3);
        $full = rooms_send($this->number, $room, $text, $opcode, $this->settings->compress, $except, null);
        if ($full === false) {
            return false;
        }
        $published = $this->backplane?->publish($room, $text, $opcode, $foreign) ?? true;
        $attempts = (int) (self::TIMEOUT_S / self::ASK_AGAIN);
        while ($full !== [] && $attempts-- > 0 && Coroutine::getCid() > 0) {
            Coroutine::sleep(self::ASK_AGAIN);
            $full = rooms_send($this->number, $room, $text, $opcode, $this->settings->compress, $except, $full);
            if ($full === false) {
                return false;
            }
        }
        return $full === [] ? $published : rooms_lost(count($full));
    }

    /** @return array{string, int} data, opcode */
    private function message(Frame|string $data, int $opcode, string $method): array
    {
        if ($data instanceof Frame) {
            if (!$data->finish && ($data->flags & SWOOLE_WEBSOCKET_FLAG_FIN) === 0) {
                throw new ValueError("$method(): the frame must be a whole message, its finish is false");
            }
            [$data, $opcode] = [(string) $data->data, (int) $data->opcode];
        }
        if ($opcode !== WEBSOCKET_OPCODE_TEXT && $opcode !== WEBSOCKET_OPCODE_BINARY) {
            throw new ValueError("$method(): the opcode must be WEBSOCKET_OPCODE_TEXT or WEBSOCKET_OPCODE_BINARY, $opcode given");
        }
        if ($opcode === WEBSOCKET_OPCODE_TEXT && preg_match('//u', $data) !== 1) {
            throw new ValueError("$method(): text must be UTF-8; other bytes are sent with WEBSOCKET_OPCODE_BINARY");
        }
        return [$data, $opcode];
    }

    /**
     * @param int|string|array<mixed> $except
     * @return array{int[], list<array{int, int}>} of this server, of others
     */
    private function exceptions(int|string|array $except, string $method, int $argument): array
    {
        $except = (array) $except;
        if (count($except) > self::MOST_EXCEPT) {
            throw new ValueError("$method(): Argument #$argument (\$except) must have at most " . self::MOST_EXCEPT
                . ' connections, ' . count($except) . ' given');
        }
        $numbers = $foreign = [];
        foreach ($except as $one) {
            [$node, $fd] = is_int($one) ? [$this->node, $one] : (is_string($one) ? self::parts($one) : null)
                ?? throw new ValueError("$method(): Argument #$argument (\$except) must have numbers of connections, "
                    . 'or addresses, ' . get_debug_type($one) . ' given');
            if ($node === $this->node) {
                $numbers[] = $fd;
            } else {
                $foreign[] = [$node, $fd];
            }
        }
        return [$numbers, $foreign];
    }

    /** @return array{int, int}|null server, connection; null: this is no address */
    private static function parts(string $address): ?array
    {
        return preg_match('/^(\d{1,16})\.(\d{1,18})$/D', $address, $parts) === 1 ? [(int) $parts[1], (int) $parts[2]] : null;
    }

    private function check(string $room, string $method, int $argument): void
    {
        if ($room === '' || strlen($room) > self::MOST_NAME) {
            throw new ValueError("$method(): Argument #$argument (\$room) must have 1 to " . self::MOST_NAME . ' bytes, '
                . strlen($room) . ' given');
        }
    }
}
