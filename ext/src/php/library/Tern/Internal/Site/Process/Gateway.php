<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Closure;
use Swoole\Coroutine\Socket;
use Swoole\Http\Request;
use Tern\Http\BodyStream;
use Tern\Http\Response as ClientResponse;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\HttpConnection;
use Tern\Internal\Site\ErrorPage;
use Tern\Internal\Site\Exchange;
use function strlen;
use function Tern\Internal\report_applications;

/**
 * Has PHP workers run the scripts that this worker is asked for. A request is sent when a PHP worker has accepted it, and all of its
 * body is here by then. So slow clients do not occupy PHP workers.
 */
final class Gateway
{
    /** What the worker reads from the head itself. All fields are in the script's variables. */
    private const PASSED_FIELDS = ['cookie', 'content-type'];
    private const SMALL_BODY = 1 << 16;
    private const HEAD_BYTES = 1 << 20;
    /** A worker that leaves closes a connection that it was woken for. */
    private const MOST_CONNECTS = 64;

    private int $waiting = 0;
    private int $running = 0;

    /** @param int $maxWaitS seconds that a request waits for a worker; 0: any time */
    public function __construct(private readonly Pool $pool, private readonly int $maxWaitS)
    {
    }

    /**
     * Returns when the request has been handled. Suspends.
     *
     * @param (Closure(int, bool): void)|null $onHead as of serve_script()
     * @return bool false: no PHP worker has accepted it
     */
    public function run(Exchange $exchange, Call $call, ?Closure $onHead): bool
    {
        $socket = $this->await($exchange);
        if ($socket === null) {
            return false;
        }
        ++$this->running;
        $this->report();
        try {
            $this->pass($socket, $exchange, $call, $onHead);
        } finally {
            $socket->close();
            --$this->running;
            $this->report();
        }
        return true;
    }

    private function await(Exchange $exchange): ?Socket
    {
        ++$this->waiting;
        $this->report();
        $socket = self::socket();
        ClientResponse::onAbort($exchange->response, static function () use (&$socket): void {
            $socket->close();
        }, false);
        try {
            return $this->accepted($socket);
        } finally {
            --$this->waiting;
            $this->report();
        }
    }

    /**
     * A connection that a PHP worker has accepted. Null: all were busy for too long, too many requests wait, or the client has gone.
     *
     * @param Socket $socket the latest one, which may be closed meanwhile
     */
    private function accepted(Socket &$socket): ?Socket
    {
        $until = microtime(true) + $this->maxWaitS;
        $this->pool->grow();
        for ($i = 0; $i < self::MOST_CONNECTS; ++$i) {
            $left = $this->maxWaitS === 0 ? -1.0 : max(0.001, $until - microtime(true));
            $socket = $i === 0 ? $socket : self::socket();
            if (!$socket->connect($this->pool->path)) {
                if ($socket->errCode !== Errno::EAGAIN) {
                    error_log("tern: cannot connect to the PHP workers at {$this->pool->path}: $socket->errMsg");
                }
                return null;
            }
            $byte = $socket->recv(1, $left);
            if ($byte === "\0") {
                return $socket;
            }
            $socket->close();
            if ($byte === false) {
                return null;
            }
        }
        return null;
    }

    private static function socket(): Socket
    {
        return new Socket(AF_UNIX, SOCK_STREAM, 0);
    }

    private function pass(Socket $socket, Exchange $exchange, Call $call, ?Closure $onHead): void
    {
        $http = new HttpConnection($socket, ['decode' => false, 'lower_names' => false, 'head_bytes' => self::HEAD_BYTES]);
        $method = (string) $exchange->request->server['request_method'];
        // A script may answer before it has got all of the body.
        self::send($http, $exchange->request, $call);
        if ($http->receiveHead($method, -1)) {
            (new ScriptResponse($http, $socket, $exchange->response, $onHead))->pass();
            return;
        }
        if ($http->errCode === Errno::ECANCELED) {
            return;  // the client has gone
        }
        error_log("tern: $call->file: the PHP worker ended before it answered ($http->errMsg)");
        ErrorPage::send($exchange, 502);
    }

    private static function send(HttpConnection $http, Request $request, Call $call): void
    {
        $body = new BodyStream($request);
        $length = $body->received();  // all of it: a chunked one comes without its length
        $text = $call->encode();
        $head = self::head($request, $call, strlen($text) + $length);
        if ($length <= self::SMALL_BODY) {
            $http->send($head, $length === 0 ? $text : $text . $request->getContent(), -1);
            return;
        }
        $sent = $http->send($head, $text, -1);
        while ($sent && !$body->eof()) {
            $sent = $http->write($body->read(), -1);
        }
    }

    private static function head(Request $request, Call $call, int $length): string
    {
        /** @var array{request_method: string, request_uri: string} $server */
        $server = $request->server;
        /** @var string $query */
        $query = $call->variables['QUERY_STRING'] ?? '';
        $target = $server['request_uri'] . ($query === '' ? '' : "?$query");
        $head = Lines::request($server['request_method'], Lines::encoded($target)) . Lines::field('Host', 'php');
        foreach (self::PASSED_FIELDS as $name) {
            if (isset($request->header[$name])) {
                $head .= Lines::field($name, $request->header[$name]);
            }
        }
        return $head . Lines::field('Content-Length', (string) $length) . Lines::field('Connection', 'close') . "\r\n";
    }

    private function report(): void
    {
        report_applications($this->pool->scoreboard->most, $this->running, $this->waiting);
    }
}
