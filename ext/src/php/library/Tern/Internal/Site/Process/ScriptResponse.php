<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Closure;
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Swoole\Http\Response;
use Tern\Internal\Client\HttpConnection;
use function in_array;

/**
 * The response of a script, on its way from a PHP worker to the client. The worker is never slowed down by the client: what that
 * does not take is kept here.
 */
final class ScriptResponse
{
    /** Responses of a known length up to this one are sent as a whole. */
    private const WHOLE_BYTES = 1 << 20;
    private const OWN_FIELDS = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'set-cookie', self::DEFAULT_TYPE];
    /** A PHP worker says by this field that the script has set no Content-Type. */
    public const DEFAULT_TYPE = 'x-tern-default-type';

    private bool $isComplete = false;

    /** @param (Closure(int, bool): void)|null $onHead as of serve_script() */
    public function __construct(
        private readonly HttpConnection $http,
        private readonly Socket $socket,
        private readonly Response $response,
        private readonly ?Closure $onHead,
    ) {
    }

    /** Suspends until the client has it, or has gone. */
    public function pass(): void
    {
        $length = $this->http->headers['Content-Length'] ?? null;
        $isWhole = $this->http->bodyless || ($length !== null && (int) $length <= self::WHOLE_BYTES);
        $this->putHead($isWhole && !$this->http->bodyless);
        if (!$this->response->isWritable()) {
            $this->drop();
        } elseif ($isWhole) {
            $this->passWhole();
        } else {
            $this->passPieces();
        }
    }

    private function putHead(bool $isWhole): void
    {
        $response = $this->response;
        $response->status($this->http->statusCode, $this->http->reason);
        foreach ($this->http->headers as $name => $value) {
            $lower = strtolower((string) $name);
            if (!in_array($lower, self::OWN_FIELDS, true) && !($isWhole && $lower === 'content-length')) {
                $response->header((string) $name, $value, false);
            }
        }
        if ($this->http->setCookies !== []) {
            $response->cookie = $this->http->setCookies;
        }
        $this->onHead === null || ($this->onHead)($this->http->statusCode, isset($this->http->headers[self::DEFAULT_TYPE]));
    }

    /** A file has been sent in place of what the script prints. */
    private function drop(): void
    {
        while (($piece = $this->http->receivePiece(-1)) !== false && $piece !== '');
        $this->socket->close();
    }

    private function passWhole(): void
    {
        $body = '';
        while (($piece = $this->http->receivePiece(-1)) !== false && $piece !== '') {
            $body .= $piece;
        }
        $this->socket->close();  // the PHP worker continues with the next request
        $piece === false ? $this->response->close() : $this->response->end($body);
    }

    private function passPieces(): void
    {
        $spool = new Spool();
        Coroutine::create($this->receive(...), $spool);
        $response = $this->response;
        try {
            while (($piece = $spool->take()) !== null && $response->write($piece));
            if ($piece === null && $this->isComplete) {
                $response->end();
            } else {
                $response->close();
            }
        } finally {
            $spool->end();
            $this->socket->close();
        }
    }

    private function receive(Spool $spool): void
    {
        while (($piece = $this->http->receivePiece(-1)) !== false && $piece !== '') {
            $spool->add($piece);
        }
        $this->isComplete = $piece === '';
        $this->socket->close();
        $spool->end();
    }
}
