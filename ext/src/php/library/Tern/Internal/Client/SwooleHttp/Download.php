<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\HttpConnection;
use function strlen;
use function Tern\Internal\close_on_exec;

/** Writes the body of a successful response to a file. That of another one is text for the program. */
final class Download implements BodySink
{
    /** What was not written to the file. */
    public string $text = '';

    /** @var resource|null */
    private $stream;

    /**
     * @param int $offset 0: what the file had goes; otherwise what is before it stays
     * @param int $most bytes of the text
     */
    public function __construct(private readonly string $path, private readonly int $offset, private readonly int $most)
    {
    }

    public function begin(HttpConnection $response): void
    {
        if ($response->statusCode < 200 || $response->statusCode > 299) {
            return;
        }
        error_clear_last();
        $stream = close_on_exec(@fopen($this->path, $this->offset === 0 ? 'wb' : 'cb'));
        if ($stream === false || ($this->offset !== 0 && fseek($stream, $this->offset) !== 0)) {
            throw $this->failure();
        }
        $this->stream = $stream;
    }

    public function write(string $piece): void
    {
        if ($this->stream !== null) {
            error_clear_last();
            if (@fwrite($this->stream, $piece) !== strlen($piece)) {
                throw $this->failure();
            }
        } elseif (strlen($this->text) + strlen($piece) > $this->most) {
            throw Failure::coded(SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE);
        } else {
            $this->text .= $piece;
        }
    }

    public function end(): void
    {
        if ($this->stream !== null) {
            fclose($this->stream);
            $this->stream = null;
        }
    }

    /** PHP tells why only in a message. */
    private function failure(): Failure
    {
        $message = error_get_last()['message'] ?? '';
        foreach (Errno::OF_FILES as $code) {
            if (str_contains($message, Failure::describe($code))) {
                return Failure::coded($code, "$this->path: " . Failure::describe($code));
            }
        }
        return Failure::coded(Errno::EIO, "$this->path: $message");
    }
}
