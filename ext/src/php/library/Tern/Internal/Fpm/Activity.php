<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function hrtime;
use function is_string;
use function min;
use function ord;
use function sprintf;

/** One request of a pool: what its own pages and the access log say about it. */
final class Activity
{
    private const BASIC = 'basic ';

    public int $durationUs = 0;
    /** How much of the duration it computed: 0 to 1. */
    public float $computed = 0.0;
    /** The most memory that it had, in bytes. */
    public int $memory = 0;

    /**
     * @param int $acceptedNs when it came, of hrtime()
     * @param array<array-key, mixed> $variables what the web server has sent
     * @param string $client the address of the web server; '': a unix socket
     */
    public function __construct(public readonly int $acceptedNs, public readonly array $variables, public readonly string $client = '')
    {
    }

    /** Seconds since 1970. */
    public function acceptedAt(): int
    {
        return (int) (microtime(true) - (hrtime(true) - $this->acceptedNs) / 1e9);
    }

    public function method(): string
    {
        return $this->text('REQUEST_METHOD');
    }

    /** As php-fpm counts it: the name of the script, without the query. */
    public function uri(): string
    {
        return $this->text('SCRIPT_NAME');
    }

    public function query(): string
    {
        return $this->text('QUERY_STRING');
    }

    public function script(): string
    {
        return $this->text('SCRIPT_FILENAME');
    }

    public function user(): string
    {
        $authorization = $this->text('HTTP_AUTHORIZATION');
        if (strncasecmp($authorization, self::BASIC, 6) !== 0) {
            return '';
        }
        $pair = base64_decode(substr($authorization, 6), true);
        $end = $pair === false ? false : strpos($pair, ':');
        return $pair === false || $end === false ? '' : substr($pair, 0, $end);
    }

    public function length(): int
    {
        return (int) $this->text('CONTENT_LENGTH');
    }

    /**
     * Call it once, when the script has ended.
     *
     * @param int $memory the most that the script had
     * @param int $computedUs how long it computed
     */
    public function finish(int $memory = 0, int $computedUs = 0): void
    {
        $this->durationUs = self::sinceUs($this->acceptedNs);
        $this->memory = $memory;
        $this->computed = $this->durationUs === 0 ? 0.0 : min(1.0, $computedUs / $this->durationUs);
    }

    public static function sinceUs(int $ns): int
    {
        return intdiv(hrtime(true) - $ns, 1000);
    }

    /** With what would begin another line, or change the terminal of a reader, as \xHH: web servers decode paths, clients encode users. */
    public static function visible(string $text): string
    {
        return preg_match('/[\x00-\x1f\x7f]/', $text) !== 1 ? $text
            : (string) preg_replace_callback('/[\x00-\x1f\x7f]/', static fn(array $found): string => sprintf('\x%02X', ord($found[0])), $text);
    }

    private function text(string $name): string
    {
        $value = $this->variables[$name] ?? '';
        return is_string($value) ? $value : '';
    }
}
