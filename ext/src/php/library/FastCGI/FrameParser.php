<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use RuntimeException;
use Swoole\FastCGI;
use Swoole\FastCGI\Record\AbortRequest;
use Swoole\FastCGI\Record\BeginRequest;
use Swoole\FastCGI\Record\Data;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\GetValues;
use Swoole\FastCGI\Record\GetValuesResult;
use Swoole\FastCGI\Record\Params;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdin;
use Swoole\FastCGI\Record\Stdout;
use Swoole\FastCGI\Record\UnknownType;
use function ord;
use function strlen;

/** Finds the records in what a connection delivers. */
class FrameParser
{
    private const TYPE = 1;

    /** @var array<int, class-string<Record>> by type */
    protected static array $classMapping = [
        FastCGI::BEGIN_REQUEST => BeginRequest::class,
        FastCGI::ABORT_REQUEST => AbortRequest::class,
        FastCGI::END_REQUEST => EndRequest::class,
        FastCGI::PARAMS => Params::class,
        FastCGI::STDIN => Stdin::class,
        FastCGI::STDOUT => Stdout::class,
        FastCGI::STDERR => Stderr::class,
        FastCGI::DATA => Data::class,
        FastCGI::GET_VALUES => GetValues::class,
        FastCGI::GET_VALUES_RESULT => GetValuesResult::class,
        FastCGI::UNKNOWN_TYPE => UnknownType::class,
    ];

    /** Whether a whole record has arrived. */
    public static function hasFrame(string $binaryBuffer): bool
    {
        $length = self::length($binaryBuffer);
        return $length !== null && strlen($binaryBuffer) >= $length;
    }

    /**
     * Takes the first record off the buffer.
     *
     * @throws RuntimeException if it is not whole or has an unknown type
     */
    public static function parseFrame(string &$binaryBuffer): Record
    {
        $length = self::length($binaryBuffer);
        if ($length === null || strlen($binaryBuffer) < $length) {
            throw new RuntimeException('There is no whole FastCGI record in the buffer');
        }
        $type = ord($binaryBuffer[self::TYPE]);
        $class = static::$classMapping[$type] ?? throw new RuntimeException("A FastCGI record cannot have type $type");
        $record = $class::unpack(substr($binaryBuffer, 0, $length));
        $binaryBuffer = substr($binaryBuffer, $length);
        return $record;
    }

    /** Of the first record with its head and padding; null: unknown yet. */
    private static function length(string $buffer): ?int
    {
        $head = strlen($buffer) < FastCGI::HEADER_LEN ? false : unpack(FastCGI::HEADER_FORMAT, $buffer);
        if ($head === false) {
            return null;
        }
        /** @var array{contentLength: int, paddingLength: int} $head */
        return FastCGI::HEADER_LEN + $head['contentLength'] + $head['paddingLength'];
    }
}
