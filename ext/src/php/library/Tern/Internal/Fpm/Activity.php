<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function hrtime;
use function is_string;
use function min;

/** One request of a pool, from its beginning to its end: what the status page and the access log say about it. */
final class Activity
{
    private const BASIC = 'basic ';

    public int $durationUs = 0;
    /** How much of the duration it computed: 0 to 1. */
    public float $computed = 0.0;
    /** The most memory that it had, in bytes. */
    public int $memory = 0;
    public bool $isFinished = false;
    private bool $hasEnded = false;

    /**
     * @param int|null $slot null: more requests run than the pool may have children
     * @param int $acceptedNs when it came, of hrtime()
     * @param array<array-key, mixed> $variables the page's $_SERVER
     * @param string $client the address of the web server; '': a unix socket
     */
    public function __construct(
        private readonly Scoreboard $scoreboard,
        public readonly ?int $slot,
        public readonly int $acceptedNs,
        public readonly array $variables,
        public readonly string $client = '',
    ) {
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
        return self::userIn($this->variables);
    }

    public function length(): int
    {
        return (int) $this->text('CONTENT_LENGTH');
    }

    /**
     * Call it once, when the script has ended. end() follows in the same turn.
     *
     * @param int $memory the most that the script had
     * @param int $computedUs how long it computed
     */
    public function finish(int $memory = 0, int $computedUs = 0): void
    {
        $this->durationUs = self::sinceUs($this->acceptedNs);
        $this->memory = $memory;
        $this->computed = $this->durationUs === 0 ? 0.0 : min(1.0, $computedUs / $this->durationUs);
        $this->isFinished = true;
    }

    /** Call it when all is sent: the child is idle again. A second call does nothing. */
    public function end(): void
    {
        if (!$this->hasEnded) {
            $this->hasEnded = true;
            $this->scoreboard->end($this);
        }
    }

    public static function sinceUs(int $ns): int
    {
        return intdiv(hrtime(true) - $ns, 1000);
    }

    private function text(string $name): string
    {
        $value = $this->variables[$name] ?? '';
        return is_string($value) ? $value : '';
    }

    /** @param array<array-key, mixed> $variables */
    public static function userIn(array $variables): string
    {
        $authorization = $variables['HTTP_AUTHORIZATION'] ?? '';
        if (!is_string($authorization) || strncasecmp($authorization, self::BASIC, 6) !== 0) {
            return '';
        }
        $pair = base64_decode(substr($authorization, 6), true);
        $end = $pair === false ? false : strpos($pair, ':');
        return $pair === false || $end === false ? '' : substr($pair, 0, $end);
    }
}
