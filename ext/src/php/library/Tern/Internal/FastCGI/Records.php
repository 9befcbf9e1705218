<?php

declare(strict_types=1);

namespace Tern\Internal\FastCGI;

use Swoole\FastCGI;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdout;
use Tern\Internal\Client\Failure;
use function in_array;
use function strlen;

/** The records of one answer, from the bytes of a connection. */
final class Records
{
    private const HEAD = 'Cversion/Ctype/nid/nlength/Cpadding';
    private const END_BYTES = 8;
    private const OF_ANSWERS = [FastCGI::STDOUT, FastCGI::STDERR, FastCGI::END_REQUEST];

    private string $buffer = '';
    /** @var list<Stdout|Stderr|EndRequest> */
    private array $complete = [];
    private int $taken = 0;
    private bool $hasEnd = false;

    /**
     * @param string $data bytes as they arrived
     * @throws Failure for records that belong to no answer
     */
    public function add(string $data): void
    {
        $this->buffer .= $data;
        $at = 0;
        while (!$this->hasEnd && strlen($this->buffer) - $at >= FastCGI::HEADER_LEN) {
            /** @var array{version: int, type: int, id: int, length: int, padding: int} $head */
            $head = unpack(self::HEAD, $this->buffer, $at);
            self::check($head['version'], $head['type'], $head['id'], $head['length']);
            $length = FastCGI::HEADER_LEN + $head['length'] + $head['padding'];
            if (strlen($this->buffer) - $at < $length) {
                break;
            }
            $this->keep($head['type'], substr($this->buffer, $at, FastCGI::HEADER_LEN + $head['length']));
            $at += $length;
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

    /** Whether the last record of the answer has arrived. */
    public function areComplete(): bool
    {
        return $this->hasEnd;
    }

    /** Whether nothing has arrived that is no complete record of the answer. */
    public function isEmpty(): bool
    {
        return $this->buffer === '';
    }

    private static function check(int $version, int $type, int $id, int $length): void
    {
        $wrong = match (true) {
            $version !== FastCGI::VERSION_1 => "a record of version $version, not " . FastCGI::VERSION_1,
            $id !== FastCGI::DEFAULT_REQUEST_ID => "a record of request $id, not " . FastCGI::DEFAULT_REQUEST_ID,
            !in_array($type, self::OF_ANSWERS, true) => "a record of type $type, which no answer has",
            $type === FastCGI::END_REQUEST && $length !== self::END_BYTES => "an end of $length bytes, not " . self::END_BYTES,
            default => null,
        };
        if ($wrong !== null) {
            throw Failure::coded(SWOOLE_ERROR_PACKAGE_MALFORMED_DATA, "The FastCGI server sent $wrong");
        }
    }

    private function keep(int $type, string $record): void
    {
        if (strlen($record) === FastCGI::HEADER_LEN) {
            return;
        }
        $this->complete[] = match ($type) {
            FastCGI::STDOUT => Stdout::unpack($record),
            FastCGI::STDERR => Stderr::unpack($record),
            default => EndRequest::unpack($record),
        };
        $this->hasEnd = $type === FastCGI::END_REQUEST;
    }
}
