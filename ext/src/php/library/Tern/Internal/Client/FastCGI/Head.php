<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Tern\Internal\Client\Failure;
use function strlen;

/**
 * The head of the response of a CGI program (RFC 3875, 6.2 and 6.3): lines "name: value", up to an empty one. What could
 * become something else in a response to a client is refused.
 */
final class Head
{
    private const MOST_BYTES = 65_536;
    private const END_BYTES = 4;
    /** RFC 9110, 5.1 and 5.5. */
    private const FIELD = '/\A[!#$%&\'*+.^_`|~0-9A-Za-z-]+:[^\x00-\x08\x0A-\x1F\x7F]*\z/';
    private const STATUS = '/\Astatus:[ \t]*[2-9]\d\d(?:[ \t]|\z)/i';
    private const STREAM = '~^(?:content-type:[ \t]*text/event-stream|x-accel-buffering:[ \t]*no[ \t]*\r?$)~im';

    private string $text = '';
    private bool $isComplete = false;
    private bool $isForStream = false;

    /**
     * @param string $output the next part of what the program has written
     * @throws Failure
     */
    public function add(string $output): void
    {
        if ($this->isComplete) {
            return;
        }
        // The end of the head may have begun in the part before.
        $from = max(0, strlen($this->text) - self::END_BYTES);
        $this->text .= substr($output, 0, self::MOST_BYTES + self::END_BYTES);
        if (preg_match('/(?:\A|\n)\r?\n/', $this->text, $end, PREG_OFFSET_CAPTURE, $from) === 1) {
            $this->isComplete = true;
            $this->text = substr($this->text, 0, $end[0][1]);
            $this->check($this->text);
            $this->isForStream = preg_match(self::STREAM, $this->text) === 1;
        } elseif (strlen($this->text) > self::MOST_BYTES) {
            throw self::malformed('a head of more than ' . self::MOST_BYTES . ' bytes');
        }
    }

    /** Whether the program wants its output to be passed on at once: server-sent events, and what says so as to nginx. */
    public function isForStream(): bool
    {
        return $this->isForStream;
    }

    public function isComplete(): bool
    {
        return $this->isComplete;
    }

    /** @throws Failure */
    public function checkIsComplete(): void
    {
        if (!$this->isComplete) {
            throw self::malformed('a response without a complete head');
        }
    }

    public static function malformed(string $what): Failure
    {
        return Failure::coded(SWOOLE_ERROR_PACKAGE_MALFORMED_DATA, "The FastCGI server sent $what");
    }

    private function check(string $head): void
    {
        foreach (explode("\n", $head) as $line) {
            $line = str_ends_with($line, "\r") ? substr($line, 0, -1) : $line;
            if (preg_match(self::FIELD, $line) !== 1) {
                throw self::malformed('a malformed field: ' . addcslashes(substr($line, 0, 64), "\0..\37\177..\377\\"));
            }
            if (stripos($line, 'status:') === 0 && preg_match(self::STATUS, $line) !== 1) {
                throw self::malformed('a malformed status: ' . substr($line, 0, 64));
            }
        }
    }
}
