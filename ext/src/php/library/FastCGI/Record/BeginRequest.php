<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;
use function assert;

/** The first record of a request. */
class BeginRequest extends Record
{
    protected int $role = FastCGI::UNKNOWN_ROLE;
    protected int $flags;
    protected string $reserved1;

    /**
     * @param int $role FastCGI::RESPONDER, AUTHORIZER or FILTER
     * @param int $flags FastCGI::KEEP_CONN: the connection stays open
     * @param string $reserved at most 5 bytes
     */
    public function __construct(int $role = FastCGI::UNKNOWN_ROLE, int $flags = 0, string $reserved = '')
    {
        $this->type = FastCGI::BEGIN_REQUEST;
        $this->role = $role;
        $this->flags = $flags;
        $this->reserved1 = $reserved;
        $this->setContentData($this->packPayload());
    }

    public function getRole(): int
    {
        return $this->role;
    }

    public function getFlags(): int
    {
        return $this->flags;
    }

    protected static function unpackPayload(Record $self, string $binaryData): void
    {
        assert($self instanceof self);
        /** @var array{role: int, flags: int, reserved: string} $fields */
        $fields = self::fields('nrole/Cflags/a5reserved', $binaryData);
        $self->role = $fields['role'];
        $self->flags = $fields['flags'];
        $self->reserved1 = rtrim($fields['reserved'], "\0");
    }

    protected function packPayload(): string
    {
        return pack('nCa5', $this->role, $this->flags, $this->reserved1);
    }
}
