<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use InvalidArgumentException;
use ReflectionClass;
use RuntimeException;
use Stringable;
use Swoole\FastCGI;
use function strlen;

/** One record of the FastCGI protocol. As a string it is what goes over the connection, padded to a multiple of 8 bytes. */
class Record implements Stringable
{
    protected int $version = FastCGI::VERSION_1;
    protected int $type = FastCGI::UNKNOWN_TYPE;
    protected int $requestId = FastCGI::DEFAULT_REQUEST_ID;
    protected int $reserved = 0;

    private string $contentData = '';
    private int $contentLength = 0;
    private int $paddingLength = 0;

    final public function __toString(): string
    {
        $head = pack(
            'CCnnCC',
            $this->version,
            $this->type,
            $this->requestId,
            $this->contentLength,
            $this->paddingLength,
            $this->reserved,
        );
        return $head . $this->packPayload() . str_repeat("\0", $this->paddingLength);
    }

    /** @throws RuntimeException if $binaryData is shorter than the record */
    final public static function unpack(string $binaryData): static
    {
        $self = (new ReflectionClass(static::class))->newInstanceWithoutConstructor();
        $head = strlen($binaryData) < FastCGI::HEADER_LEN ? false : unpack(FastCGI::HEADER_FORMAT, $binaryData);
        if ($head === false) {
            throw new RuntimeException('A FastCGI record has a head of 8 bytes');
        }
        /** @var array{version: int, type: int, requestId: int, contentLength: int, paddingLength: int, reserved: int} $head */
        $payload = substr($binaryData, FastCGI::HEADER_LEN, $head['contentLength']);
        if (strlen($payload) < $head['contentLength']) {
            throw new RuntimeException("The content of a FastCGI record has {$head['contentLength']} bytes");
        }
        $self->version = $head['version'];
        $self->type = $head['type'];
        $self->requestId = $head['requestId'];
        $self->contentLength = $head['contentLength'];
        $self->paddingLength = $head['paddingLength'];
        $self->reserved = $head['reserved'];
        $self->contentData = $payload;
        if (static::class !== self::class && $payload !== '') {
            static::unpackPayload($self, $payload);
        }
        return $self;
    }

    /**
     * @return static
     * @throws InvalidArgumentException if it is longer than 65535 bytes
     */
    public function setContentData(string $data): self
    {
        $length = strlen($data);
        if ($length > FastCGI::MAX_CONTENT_LENGTH) {
            throw new InvalidArgumentException("The content of a FastCGI record may have 65535 bytes, $length given");
        }
        $this->contentData = $data;
        $this->contentLength = $length;
        $this->paddingLength = -$length & 7;
        return $this;
    }

    public function getContentData(): string
    {
        return $this->contentData;
    }

    public function getVersion(): int
    {
        return $this->version;
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function getRequestId(): int
    {
        return $this->requestId;
    }

    /** @return static */
    public function setRequestId(int $requestId): self
    {
        $this->requestId = $requestId;
        return $this;
    }

    final public function getContentLength(): int
    {
        return $this->contentLength;
    }

    final public function getPaddingLength(): int
    {
        return $this->paddingLength;
    }

    /** Sets what a class adds from the content. */
    protected static function unpackPayload(self $self, string $binaryData): void
    {
    }

    protected function packPayload(): string
    {
        return $this->contentData;
    }

    /**
     * The fields of a content of fixed size.
     *
     * @return array<int|string, int|string>
     * @throws RuntimeException if it is shorter
     */
    protected static function fields(string $format, string $binaryData): array
    {
        if (strlen($binaryData) < 8) {
            throw new RuntimeException(static::class . ' has a content of 8 bytes, ' . strlen($binaryData) . ' given');
        }
        /** @var array<int|string, int|string> $fields */
        $fields = unpack($format, $binaryData) ?: [];
        return $fields;
    }
}
