<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Http\Lines;
use Tern\Internal\Client\HttpConnection;
use function is_string;
use function strlen;

/** A body of type multipart/form-data, RFC 7578. Files are sent from where they are. */
final class Form
{
    public readonly string $type;
    /** Bytes of all of it. */
    public readonly int $length;

    /** @var list<string|array{path: string, offset: int, size: int}> text, and parts of files */
    private array $pieces = [];

    /**
     * @param array<mixed> $fields of any depth, as http_build_query() takes them
     * @param array<array{name: string, type: string, filename: string, size: int, path?: string, offset?: int, content?: string}> $uploads
     */
    public function __construct(array $fields, array $uploads)
    {
        $boundary = '----TernFormBoundary' . bin2hex(random_bytes(12));
        $this->type = "multipart/form-data; boundary=$boundary";
        $text = '';
        foreach (self::flat($fields) as $name => $value) {
            $text .= "--$boundary\r\n" . Lines::part((string) $name, null, '') . "$value\r\n";
        }
        foreach ($uploads as $upload) {
            $text .= "--$boundary\r\n" . Lines::part($upload['name'], $upload['filename'], $upload['type']);
            if (isset($upload['path'])) {
                array_push($this->pieces, $text, ['path' => $upload['path'], 'offset' => $upload['offset'] ?? 0, 'size' => $upload['size']]);
                $text = "\r\n";
            } else {
                $text .= ($upload['content'] ?? '') . "\r\n";
            }
        }
        $this->pieces[] = "$text--$boundary--\r\n";
        $this->length = array_sum(array_map(fn($piece) => is_string($piece) ? strlen($piece) : $piece['size'], $this->pieces));
    }

    /**
     * The head and then the form. Suspends.
     *
     * @param float $timeout seconds of each piece of text; files have the limit of the socket
     * @return int 0: it was sent; otherwise why not, an error number
     */
    public function send(string $head, HttpConnection $connection, Socket $socket, float $timeout): int
    {
        foreach ($this->pieces as $number => $piece) {
            if (is_string($piece)) {
                if (!($number === 0 ? $connection->send($head, $piece, $timeout) : $connection->write($piece, $timeout))) {
                    return $connection->errCode;
                }
            } elseif ($piece['size'] > 0 && !$socket->sendFile($piece['path'], $piece['offset'], $piece['size'])) {
                return $socket->errCode;
            }
        }
        return 0;
    }

    /**
     * @param array<mixed> $fields
     * @return array<string> by name: a[b][c]
     */
    private static function flat(array $fields): array
    {
        $flat = [];
        $query = http_build_query($fields, '', '&');
        foreach ($query === '' ? [] : explode('&', $query) as $pair) {
            [$name, $value] = explode('=', $pair, 2);
            $flat[urldecode($name)] = urldecode($value);
        }
        return $flat;
    }
}
