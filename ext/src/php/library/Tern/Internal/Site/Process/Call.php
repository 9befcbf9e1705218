<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use RuntimeException;
use Swoole\Http\Request;
use Tern\Http\BodyStream;
use function is_array;
use function serialize;
use function sprintf;
use function strlen;
use function unserialize;

/** What a PHP worker is to run. It comes before the client's body in the body of the request that the worker gets. */
final class Call
{
    /** Its length, in digits. */
    private const PREFIX_BYTES = 10;

    /**
     * @param array<string, mixed> $variables $_SERVER
     * @param array<string, string> $settings ini settings
     */
    public function __construct(public readonly string $file, public readonly array $variables, public readonly array $settings)
    {
    }

    public function encode(): string
    {
        $text = serialize([$this->file, $this->variables, $this->settings]);
        return sprintf('%0' . self::PREFIX_BYTES . 'd', strlen($text)) . $text;
    }

    /** @return array{self, int} with the place where the client's body begins */
    public static function of(Request $request): array
    {
        $body = new BodyStream($request);
        $length = (int) self::read($body, self::PREFIX_BYTES);
        $parts = unserialize(self::read($body, $length), ['allowed_classes' => false]);
        if (!is_array($parts)) {
            throw new RuntimeException('the request is not from the server');
        }
        /** @var array{string, array<string, mixed>, array<string, string>} $parts */
        return [new self(...$parts), self::PREFIX_BYTES + $length];
    }

    private static function read(BodyStream $body, int $length): string
    {
        $text = '';
        while (strlen($text) < $length && ($piece = $body->read($length - strlen($text))) !== '') {
            $text .= $piece;
        }
        return $text;
    }
}
