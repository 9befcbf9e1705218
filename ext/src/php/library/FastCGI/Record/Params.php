<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use RuntimeException;
use Swoole\FastCGI;
use Swoole\FastCGI\Record;
use function assert;
use function chr;
use function is_int;
use function ord;
use function strlen;

/** Parameters of a request by name: what a CGI program finds in its environment. */
class Params extends Record
{
    /** A length below 128 is one byte; others are four, of which the first bit is 1. */
    private const LONG = 0x8000_0000;

    /** @var array<string, string> */
    protected array $values = [];

    /** @param array<array-key, string|int> $values none: the end of them */
    public function __construct(array $values)
    {
        $this->type = FastCGI::PARAMS;
        $this->setValues($values);
    }

    /** @return array<string, string> */
    public function getValues(): array
    {
        return $this->values;
    }

    protected static function unpackPayload(Record $self, string $binaryData): void
    {
        assert($self instanceof self);
        for ($at = 0, $end = strlen($binaryData); $at < $end; $at += $length) {
            $name_length = self::length($binaryData, $at);
            $length = self::length($binaryData, $at);
            if ($at + $name_length + $length > $end) {
                throw new RuntimeException('A parameter of FastCGI is longer than its record');
            }
            $name = substr($binaryData, $at, $name_length);
            $at += $name_length;
            $self->values[$name] = substr($binaryData, $at, $length);
        }
    }

    protected function packPayload(): string
    {
        $payload = '';
        foreach ($this->values as $name => $value) {
            $name = (string) $name;
            $payload .= self::packed(strlen($name)) . self::packed(strlen($value)) . $name . $value;
        }
        return $payload;
    }

    /** @param array<array-key, string|int> $values */
    protected function setValues(array $values): void
    {
        /** @var array<string, string> $texts */
        $texts = array_map(strval(...), $values);
        $this->values = $texts;
        $this->setContentData($this->packPayload());
    }

    private static function packed(int $length): string
    {
        return $length < 0x80 ? chr($length) : pack('N', $length | self::LONG);
    }

    /** The length at $at, which moves behind it. */
    private static function length(string $data, int &$at): int
    {
        if (!isset($data[$at])) {
            throw new RuntimeException('The length of a parameter of FastCGI is cut off');
        }
        $first = ord($data[$at]);
        if ($first < 0x80) {
            ++$at;
            return $first;
        }
        $parts = strlen($data) < $at + 4 ? false : unpack('N', $data, $at);
        if ($parts === false || !is_int($parts[1])) {
            throw new RuntimeException('The length of a parameter of FastCGI is cut off');
        }
        $at += 4;
        return $parts[1] & ~self::LONG;
    }
}
