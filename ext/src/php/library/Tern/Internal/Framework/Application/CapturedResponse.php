<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use RuntimeException;
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Throwable;
use function in_array;
use function is_string;
use function strlen;
use function Tern\Internal\close_on_exec;

/** A response that no client gets. */
final class CapturedResponse
{
    private const OF_EACH_RESPONSE = ['Date', 'Content-Length'];
    private const BYTES = 65536;
    private const MOST_BYTES = 16 << 20;

    /**
     * @param array<string, string> $response its status, fields, and lines, each with a name
     * @param array<string, string> $state of the application afterwards
     */
    private function __construct(public readonly array $response, public readonly array $state = [])
    {
    }

    /** Suspends. */
    public static function of(Handler $handler, Request $request): self
    {
        [$socket, $other] = self::sockets();
        $all = new Channel(1);
        Coroutine::create(static function () use ($other, $all): void {
            for ($text = ''; ($piece = (string) $other->recv(self::BYTES, -1)) !== ''; $text .= $piece) {
                if (strlen($text) > self::MOST_BYTES) {
                    break;
                }
            }
            $other->close();
            $all->push($text);
        });
        $response = Response::create($socket);
        try {
            $response instanceof Response && $handler->respond($request, $response);
        } catch (Throwable $error) {
            $message = $error::class . ': ' . $error->getMessage();
        }
        unset($response);
        $socket->close();
        $text = $all->pop();
        return new self(self::parts(is_string($text) ? $text : '') + (isset($message) ? ['exception' => $message] : []));
    }

    /** @return array{Socket, Socket} what is written to one can be read from the other */
    private static function sockets(): array
    {
        $pair = array_map(close_on_exec(...), stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: []) ?: throw new RuntimeException('There are no two sockets more');
        $sockets = array_map(Socket::import(...), $pair);  // they have descriptors of their own
        return [$sockets[0] ?: throw new RuntimeException('A socket is lost'), $sockets[1] ?: throw new RuntimeException('A socket is lost')];
    }

    /** @return array<string, string> */
    private static function parts(string $text): array
    {
        [$head, $body] = explode("\r\n\r\n", $text, 2) + ['', ''];
        $parts = [];
        foreach (explode("\r\n", $head) as $number => $line) {
            [$name, $value] = explode(': ', $line, 2) + ['', ''];
            if (!in_array($name, self::OF_EACH_RESPONSE, true)) {
                $parts[$number === 0 ? 'status' : $name] = $number === 0 ? $line : (isset($parts[$name]) ? "$parts[$name], $value" : $value);
            }
        }
        foreach (explode("\n", $body) as $number => $line) {
            $parts['line ' . $number + 1] = $line;
        }
        return $parts;
    }

    /** @param array<string, string> $state */
    public function with(array $state): self
    {
        return new self($this->response, $state);
    }
}
