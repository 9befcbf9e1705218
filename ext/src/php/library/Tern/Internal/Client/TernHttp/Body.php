<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Closure;
use TypeError;
use UnexpectedValueException;
use function strlen;
use function is_array;
use function is_callable;
use function is_resource;
use function is_string;

/** The body of a request: a text, or pieces that are made while it is sent. */
final class Body
{
    private const PIECE = 65536;

    private bool $isBegun = false;

    /**
     * @param iterable<mixed>|Closure|resource|null $pieces null: the text is all
     * @param int|null $length null: it is known at the end
     */
    private function __construct(public readonly string $text, private readonly mixed $pieces, public readonly ?int $length)
    {
    }

    public static function ofText(string $text): self
    {
        return new self($text, null, strlen($text));
    }

    /**
     * @param mixed $source iterable of strings, a function that returns one, or a stream of PHP
     * @param int|null $length bytes of all pieces, if that is known
     * @return self|null null: it is none of these
     */
    public static function ofPieces(mixed $source, ?int $length): ?self
    {
        if (is_callable($source)) {
            return new self('', Closure::fromCallable($source), $length);
        }
        return is_iterable($source) || is_resource($source) ? new self('', $source, $length) : null;
    }

    public function isStreamed(): bool
    {
        return $this->pieces !== null;
    }

    /** Whether it can be sent, or sent again. */
    public function isAvailable(): bool
    {
        return !$this->isBegun || $this->pieces === null || $this->pieces instanceof Closure || is_array($this->pieces)
            || (is_resource($this->pieces) && stream_get_meta_data($this->pieces)['seekable']);
    }

    /**
     * May suspend, where the program's code does.
     *
     * @return iterable<string> without empty ones
     * @throws UnexpectedValueException if they are not as long as was said
     */
    public function pieces(): iterable
    {
        [$source, $again] = [$this->pieces, $this->isBegun];
        $this->isBegun = true;
        if (is_resource($source)) {
            return $this->checked(self::ofStream($source, $again));
        }
        $source = $source instanceof Closure ? $source() : $source;
        if (!is_iterable($source)) {
            throw new TypeError('The function that is the option "body" must return an iterable, ' . get_debug_type($source) . ' returned');
        }
        return $this->checked($source);
    }

    /**
     * @param iterable<mixed> $source
     * @return iterable<string>
     */
    private function checked(iterable $source): iterable
    {
        $size = 0;
        foreach ($source as $piece) {
            if (!is_string($piece)) {
                throw new TypeError('The pieces of the option "body" must be of type string, ' . get_debug_type($piece) . ' given');
            }
            $size += strlen($piece);
            if ($size > ($this->length ?? $size)) {
                break;
            }
            if ($piece !== '') {
                yield $piece;
            }
        }
        if ($size !== ($this->length ?? $size)) {
            throw new UnexpectedValueException("The pieces of the option \"body\" must have $this->length bytes, as Content-Length says; "
                . ($size > $this->length ? 'they have more' : "they have $size"));
        }
    }

    /**
     * @param resource $stream
     * @return iterable<string>
     */
    private static function ofStream($stream, bool $again): iterable
    {
        if ($again) {
            rewind($stream);
        }
        while (!feof($stream)) {
            $piece = (string) fread($stream, self::PIECE);
            if ($piece !== '') {
                yield $piece;
            }
        }
    }
}
