<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;
use function assert;

/** The response to a record of a type that the server does not know. */
class UnknownType extends Record
{
    protected int $type1;
    protected string $reserved1;

    /** @param string $reserved at most 7 bytes */
    public function __construct(int $type, string $reserved = '')
    {
        $this->type = FastCGI::UNKNOWN_TYPE;
        $this->type1 = $type;
        $this->reserved1 = $reserved;
        $this->setContentData($this->packPayload());
    }

    public function getUnrecognizedType(): int
    {
        return $this->type1;
    }

    public static function unpackPayload(Record $self, string $binaryData): void
    {
        assert($self instanceof self);
        /** @var array{type: int, reserved: string} $fields */
        $fields = self::fields('Ctype/a7reserved', $binaryData);
        $self->type1 = $fields['type'];
        $self->reserved1 = rtrim($fields['reserved'], "\0");
    }

    protected function packPayload(): string
    {
        return pack('Ca7', $this->type1, $this->reserved1);
    }
}
