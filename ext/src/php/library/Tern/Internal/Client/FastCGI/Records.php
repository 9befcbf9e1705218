<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Swoole\FastCGI;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdout;
use Tern\Internal\Client\Failure;
use function in_array;
use function ord;
use function strlen;

/** The records of one response, from the bytes of a connection. */
final class Records
{
    private const VERSION = 0;
    private const TYPE = 1;
    private const ID = 2;
    private const LENGTH = 4;
    private const PADDING = 6;
    private const END_BYTES = 8;
    private const OF_RESPONSES = [FastCGI::STDOUT, FastCGI::STDERR, FastCGI::END_REQUEST];

    private string $buffer = '';
    /** @var list<Stdout|Stderr|EndRequest> */
    private array $complete = [];
    private int $taken = 0;
    private bool $hasEnd = false;
    private int $received = 0;

    /**
     * @param string $data bytes as they arrived
     * @throws Failure for records that belong to no response
     */
    public function add(string $data): void
    {
        $this->buffer .= $data;
        $at = 0;
        while (!$this->hasEnd && strlen($this->buffer) - $at >= FastCGI::HEADER_LEN) {
            $type = $this->byte($at + self::TYPE);
            $content = $this->number($at + self::LENGTH);
            self::check($this->byte($at + self::VERSION), $type, $this->number($at + self::ID), $content);
            $length = FastCGI::HEADER_LEN + $content + $this->byte($at + self::PADDING);
            if (strlen($this->buffer) - $at < $length) {
                break;
            }
            if ($content > 0) {
                $this->keep($type, substr($this->buffer, $at, FastCGI::HEADER_LEN + $content));
            }
            $at += $length;
            ++$this->received;
        }
        $this->buffer = substr($this->buffer, $at);
    }

    /** Null: it has not arrived yet. */
    public function next(): Stdout|Stderr|EndRequest|null
    {
        $record = $this->complete[$this->taken] ?? null;
        if ($record === null) {
            $this->complete = [];
            $this->taken = 0;
            return null;
        }
        ++$this->taken;
        return $record;
    }

    /** How many have arrived, empty ones too. */
    public function received(): int
    {
        return $this->received;
    }

    /** Whether the last record of the response has arrived. */
    public function areComplete(): bool
    {
        return $this->hasEnd;
    }

    /** Whether nothing has arrived that is no complete record of the response. */
    public function isEmpty(): bool
    {
        return $this->buffer === '';
    }

    private function byte(int $at): int
    {
        return ord($this->buffer[$at]);
    }

    private function number(int $at): int
    {
        return $this->byte($at) << 8 | $this->byte($at + 1);
    }

    private static function check(int $version, int $type, int $id, int $length): void
    {
        $wrong = match (true) {
            $version !== FastCGI::VERSION_1 => "a record of version $version, not " . FastCGI::VERSION_1,
            $id !== FastCGI::DEFAULT_REQUEST_ID => "a record of request $id, not " . FastCGI::DEFAULT_REQUEST_ID,
            !in_array($type, self::OF_RESPONSES, true) => "a record of type $type, which no response has",
            $type === FastCGI::END_REQUEST && $length !== self::END_BYTES => "an end of $length bytes, not " . self::END_BYTES,
            default => null,
        };
        if ($wrong !== null) {
            throw Failure::coded(SWOOLE_ERROR_PACKAGE_MALFORMED_DATA, "The FastCGI server sent $wrong");
        }
    }

    private function keep(int $type, string $record): void
    {
        $this->complete[] = match ($type) {
            FastCGI::STDOUT => Stdout::unpack($record),
            FastCGI::STDERR => Stderr::unpack($record),
            default => EndRequest::unpack($record),
        };
        $this->hasEnd = $type === FastCGI::END_REQUEST;
    }
}
