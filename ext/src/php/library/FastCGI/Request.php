<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use InvalidArgumentException;
use Stringable;
use Swoole\FastCGI;
use Swoole\FastCGI\Record\BeginRequest;
use Swoole\FastCGI\Record\Params;
use Swoole\FastCGI\Record\Stdin;
use function strlen;

/** A request. As a string it is the records that a FastCGI server gets. */
class Request extends Message implements Stringable
{
    /** The lengths of a name and of a value have this many bytes at most. */
    private const LENGTHS = 8;

    protected bool $keepConn = false;

    public function __toString(): string
    {
        $text = (string) new BeginRequest(FastCGI::RESPONDER, $this->keepConn ? FastCGI::KEEP_CONN : 0);
        foreach (self::parts($this->params) as $part) {
            $text .= new Params($part);
        }
        $text .= new Params([]);
        for ($at = 0, $length = strlen($this->body); $at < $length; $at += FastCGI::MAX_CONTENT_LENGTH) {
            $text .= new Stdin(substr($this->body, $at, FastCGI::MAX_CONTENT_LENGTH));
        }
        return $text . new Stdin('');
    }

    public function getKeepConn(): bool
    {
        return $this->keepConn;
    }

    /**
     * @param bool $keepConn whether the server leaves the connection open
     * @return static
     */
    public function withKeepConn(bool $keepConn): self
    {
        $this->keepConn = $keepConn;
        return $this;
    }

    /**
     * Parameters as records can have them.
     *
     * @param array<string, string> $params
     * @return array<array<string, string>>
     * @throws InvalidArgumentException for one that no record can have
     */
    private static function parts(array $params): array
    {
        $parts = [];
        $room = 0;
        foreach ($params as $name => $value) {
            $length = strlen((string) $name) + strlen((string) $value) + self::LENGTHS;
            if ($length > FastCGI::MAX_CONTENT_LENGTH) {
                throw new InvalidArgumentException('A parameter of FastCGI and its name may have '
                    . FastCGI::MAX_CONTENT_LENGTH - self::LENGTHS . " bytes, '" . substr((string) $name, 0, 64) . "' has "
                    . $length - self::LENGTHS);
            }
            if ($parts === [] || $length > $room) {
                $parts[] = [];
                $room = FastCGI::MAX_CONTENT_LENGTH;
            }
            $parts[array_key_last($parts)][$name] = $value;
            $room -= $length;
        }
        return $parts;
    }
}
