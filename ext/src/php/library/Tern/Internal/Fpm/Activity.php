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

    public readonly int $acceptedAt;
    public readonly int $acceptedNs;
    public readonly string $method;
    /** As php-fpm counts it: the name of the script, without the query. */
    public readonly string $uri;
    public readonly string $query;
    public readonly string $script;
    public readonly string $user;
    public readonly int $length;
    public int $durationUs = 0;
    /** How much of the duration it computed: 0 to 1. */
    public float $computed = 0.0;
    /** The most memory that it had, in bytes. */
    public int $memory = 0;
    private bool $hasEnded = false;

    /**
     * @param int|null $slot null: more requests run than the pool may have children
     * @param array<array-key, mixed> $variables the page's $_SERVER
     * @param string $client the address of the web server; '': a unix socket
     */
    public function __construct(
        private readonly Scoreboard $scoreboard,
        public readonly ?int $slot,
        public readonly array $variables,
        public readonly string $client = '',
    ) {
        $this->acceptedAt = time();
        $this->acceptedNs = hrtime(true);
        $this->method = $this->text('REQUEST_METHOD');
        $this->uri = $this->text('SCRIPT_NAME');
        $this->query = $this->text('QUERY_STRING');
        $this->script = $this->text('SCRIPT_FILENAME');
        $this->user = self::user($this->text('HTTP_AUTHORIZATION'));
        $this->length = (int) $this->text('CONTENT_LENGTH');
    }

    /** Call it when the script begins. */
    public function run(): void
    {
        $this->scoreboard->set($this, Stage::Running);
    }

    /**
     * Call it once, when the script has ended. What follows is the end of the response.
     *
     * @param int $memory the most that the script had
     * @param int $computedUs how long it computed
     */
    public function finish(int $memory = 0, int $computedUs = 0): void
    {
        $this->durationUs = self::sinceUs($this->acceptedNs);
        $this->memory = $memory;
        $this->computed = $this->durationUs === 0 ? 0.0 : min(1.0, $computedUs / $this->durationUs);
        $this->scoreboard->finish($this);
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

    private static function user(string $authorization): string
    {
        if (strncasecmp($authorization, self::BASIC, 6) !== 0) {
            return '';
        }
        $pair = base64_decode(substr($authorization, 6), true);
        $end = $pair === false ? false : strpos($pair, ':');
        return $pair === false || $end === false ? '' : substr($pair, 0, $end);
    }
}
