<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;
use function assert;

/** The last record of a response. */
class EndRequest extends Record
{
    protected int $appStatus = 0;
    protected int $protocolStatus = FastCGI::REQUEST_COMPLETE;
    protected string $reserved1;

    /**
     * @param int $protocolStatus FastCGI::REQUEST_COMPLETE, CANT_MPX_CONN, OVERLOADED or UNKNOWN_ROLE
     * @param int $appStatus the exit code of the program
     * @param string $reserved at most 3 bytes
     */
    public function __construct(int $protocolStatus = FastCGI::REQUEST_COMPLETE, int $appStatus = 0, string $reserved = '')
    {
        $this->type = FastCGI::END_REQUEST;
        $this->protocolStatus = $protocolStatus;
        $this->appStatus = $appStatus;
        $this->reserved1 = $reserved;
        $this->setContentData($this->packPayload());
    }

    public function getAppStatus(): int
    {
        return $this->appStatus;
    }

    public function getProtocolStatus(): int
    {
        return $this->protocolStatus;
    }

    protected static function unpackPayload(Record $self, string $binaryData): void
    {
        assert($self instanceof self);
        /** @var array{app: int, protocol: int, reserved: string} $fields */
        $fields = self::fields('Napp/Cprotocol/a3reserved', $binaryData);
        $self->appStatus = $fields['app'];
        $self->protocolStatus = $fields['protocol'];
        $self->reserved1 = rtrim($fields['reserved'], "\0");
    }

    protected function packPayload(): string
    {
        return pack('NCa3', $this->appStatus, $this->protocolStatus, $this->reserved1);
    }
}
