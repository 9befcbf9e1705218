<?php

declare(strict_types=1);

namespace Tern\Http;

use Error;
use Swoole\Coroutine;
use Swoole\Event;
use Swoole\Http\Request;
use Swoole\Http\Response as SwooleResponse;
use Swoole\Timer;
use Tern\Internal\Latch;
use Tern\Internal\Number;
use ValueError;
use WeakReference;
use function Tern\Internal\on_leave;
use function strlen;

/**
 * Server-sent events (the HTML standard, 9.2) as the response to a request: what an EventSource of a browser reads. Any number
 * of coroutines may send; each message goes out whole.
 *
 * It ends by close(), when the client goes away, when its last reference is gone, and when its worker leaves: the browser
 * comes back then, with the id of the last message it saw, and finds the next worker.
 */
final class EventStream
{
    private const MOST_HEARTBEAT = 86400;

    /** @var array<int, WeakReference<self>> the open ones of this worker, by spl_object_id() */
    private static array $streams = [];
    /** Whether leave() will be called; null: not known yet. */
    private static ?bool $stays = null;

    private readonly string $lastEventId;
    private readonly int $owner;
    private bool $open = false;
    private bool $writing = false;
    /** Opened when the write that is on its way has ended; null: no coroutine waits for that. */
    private ?Latch $written = null;
    private int $timer = 0;
    private int $sentAt = 0;

    /**
     * Sends the head: status 200 and what keeps caches and proxies from holding messages back. More fields are set before.
     *
     * @param Request|null $request for lastEventId(), and so that HEAD gets the head alone
     * @param float $heartbeat seconds without a message, at most a day, after which a comment is sent: proxies end what is
     *     silent, and a client that has vanished is found out; 0: none
     * @throws ValueError for another heartbeat
     * @throws Error when the response has sent its head, or has ended
     */
    public function __construct(private readonly SwooleResponse $response, ?Request $request = null, private readonly float $heartbeat = 15.0)
    {
        if (!($heartbeat >= 0 && $heartbeat <= self::MOST_HEARTBEAT)) {
            throw new ValueError(__METHOD__ . '(): Argument #3 ($heartbeat) must be between 0 and ' . self::MOST_HEARTBEAT
                . ', ' . Number::text($heartbeat) . ' given');
        }
        $this->lastEventId = $request?->header['last-event-id'] ?? '';
        $this->owner = Coroutine::getCid();
        if (!@$response->header('Content-Type', 'text/event-stream')) {
            throw new Error(__METHOD__ . '(): the head of the response was sent, or it has ended');
        }
        $response->header('Cache-Control', 'no-store');
        $response->header('X-Accel-Buffering', 'no');
        $response->status(200);
        $this->begin($request?->getMethod() === 'HEAD');
    }

    /**
     * Sends a message. Suspends while the client takes nothing, and while another coroutine's message is sent.
     *
     * @param string $data text in UTF-8, of any number of lines
     * @param string|null $event its type, what addEventListener() of the browser is given; null: message
     * @param string|null $id what lastEventId() returns when the browser comes back
     * @return bool false when the stream has ended
     * @throws ValueError for a type or id with a line break, or an id with NUL
     */
    public function send(string $data, ?string $event = null, ?string $id = null): bool
    {
        $text = '';
        if ($event !== null) {
            $text .= 'event: ' . self::oneLine($event, "\r\n", '#2 ($event) must not have a line break') . "\n";
        }
        if ($id !== null) {
            $text .= 'id: ' . self::oneLine($id, "\r\n\0", '#3 ($id) must not have a line break or NUL') . "\n";
        }
        return $this->write($text . self::lines('data: ', $data));
    }

    /** Sends what browsers ignore. Suspends as send(). */
    public function comment(string $text): bool
    {
        return $this->write(self::lines(': ', $text));
    }

    /** Tells the browser how many milliseconds to wait before it comes back. Suspends as send(). */
    public function retry(int $ms): bool
    {
        if ($ms < 0) {
            throw new ValueError(__METHOD__ . "(): Argument #1 (\$ms) must be greater than or equal to 0, $ms given");
        }
        return $this->write("retry: $ms\n\n");
    }

    /** The id of the last message that the browser saw before it came back; '': it comes for the first time. */
    public function lastEventId(): string
    {
        return $this->lastEventId;
    }

    /** False once the client has gone, close() was called or the worker leaves. */
    public function isOpen(): bool
    {
        return $this->open;
    }

    /** Ends the response. Browsers come back; what keeps them away is the status 204 instead of a stream. */
    public function close(): void
    {
        if (!$this->open) {
            return;
        }
        $this->open = false;
        unset(self::$streams[spl_object_id($this)]);
        if ($this->timer !== 0) {
            Timer::clear($this->timer);
        }
        if ($this->response->isWritable()) {
            $this->response->end();
        }
    }

    public function __destruct()
    {
        $this->close();
    }

    /** Each would end it for the other one. */
    private function __clone()
    {
    }

    private function begin(bool $headOnly): void
    {
        self::$stays ??= on_leave(self::leave(...));
        $weak = WeakReference::create($this);
        $this->open = Response::onAbort($this->response, static function () use ($weak): void {
            $weak->get()?->close();
        });
        if (!$this->write('')) {
            return;
        }
        if ($headOnly || !self::$stays) {
            $this->close();
            Event::defer($this->endHandler(...));
            return;
        }
        self::$streams[spl_object_id($this)] = $weak;
        if ($this->heartbeat > 0) {
            self::arm($weak, $this->heartbeat);
        }
    }

    private function write(string $text): bool
    {
        while ($this->open && $this->writing) {
            if (!($this->written ??= new Latch())->wait(-1)) {
                return false;
            }
        }
        if (!$this->open) {
            return false;
        }
        $this->writing = true;
        try {
            $this->sentAt = hrtime(true);
            $sent = $this->response->write($text);
        } finally {
            $this->writing = false;
            $written = $this->written;
            $this->written = null;
            $written?->open();
        }
        if (!$sent && !$this->response->isWritable()) {
            $this->close();
        }
        return $sent;
    }

    /**
     * Does not hold the stream: that ends when the program drops it.
     *
     * @param WeakReference<self> $weak
     */
    private static function arm(WeakReference $weak, float $seconds): void
    {
        $timer = Timer::after(max(1, (int) ceil($seconds * 1000)), static function () use ($weak): void {
            $weak->get()?->beat();
        });
        $stream = $weak->get();
        if ($stream !== null) {
            $stream->timer = (int) $timer;
        }
    }

    private function beat(): void
    {
        $this->timer = 0;
        $silence = (hrtime(true) - $this->sentAt) / 1e9;
        // A write that waits has sent something.
        if (!$this->writing && $silence >= $this->heartbeat) {
            $this->write(":\n\n");
            $silence = 0;
        }
        if ($this->open) {
            self::arm(WeakReference::create($this), max($this->heartbeat - $silence, 0.001));
        }
    }

    private static function leave(): void
    {
        self::$stays = false;
        foreach (self::$streams as $weak) {
            $stream = $weak->get();
            $stream?->close();
            $stream?->endHandler();
        }
    }

    /** Cancels the waits of the coroutine that made the stream, as if the client had gone. */
    private function endHandler(): void
    {
        if ($this->owner > 0 && !ignore_user_abort()) {
            Coroutine::cancel($this->owner, true);
        }
    }

    private static function oneLine(string $text, string $refused, string $rule): string
    {
        if (strcspn($text, $refused) !== strlen($text)) {
            throw new ValueError(self::class . "::send(): Argument $rule in it");
        }
        return $text;
    }

    private static function lines(string $field, string $text): string
    {
        $text = str_replace(["\r\n", "\r"], "\n", $text);
        return $field . str_replace("\n", "\n$field", $text) . "\n\n";
    }
}
