<?php

declare(strict_types=1);

namespace Tern\Pusher;

use SensitiveParameter;
use ValueError;
use function is_string;
use function strlen;

/** An application of the Pusher protocol: what its clients and its publishers name, and what they sign with. */
final class Application
{
    private const MOST_BYTES = 50;

    /**
     * @param string $id of the HTTP API; 1 to 50 letters, digits, '-' and '_'
     * @param string $key that clients connect with; the same characters
     * @param bool $client_events whether members of private and presence channels may send events to each other
     * @param string[] $allowed_origins hosts of pages whose scripts may connect, '*' stands for any characters:
     *     'example.com', '*.example.com'. Clients that are not browsers say no origin, and may connect
     * @param int $max_connections on this server; 0: no limit
     * @param bool $enabled false: clients are refused with 4003, publishers with 403
     * @throws ValueError
     */
    public function __construct(
        public readonly string $id,
        public readonly string $key,
        #[SensitiveParameter]
        private readonly string $secret,
        public readonly bool $client_events = true,
        public readonly array $allowed_origins = ['*'],
        public readonly int $max_connections = 0,
        public readonly bool $enabled = true,
    ) {
        foreach (['id' => $id, 'key' => $key] as $name => $value) {
            if (preg_match('/^[-A-Za-z0-9_]{1,' . self::MOST_BYTES . '}$/D', $value) !== 1) {
                throw new ValueError(__METHOD__ . "(): \$$name must be 1 to " . self::MOST_BYTES . " letters, digits, '-' and '_'");
            }
        }
        if ($secret === '') {
            throw new ValueError(__METHOD__ . '(): $secret must not be empty');
        }
    }

    /**
     * The application that the environment describes, as Laravel has it: REVERB_APP_ID, REVERB_APP_KEY and
     * REVERB_APP_SECRET, or the same with PUSHER_.
     *
     * @throws ValueError when one is missing
     */
    public static function fromEnvironment(): self
    {
        $prefix = is_string(getenv('REVERB_APP_ID')) ? 'REVERB_APP_' : 'PUSHER_APP_';
        $values = [];
        foreach (['ID', 'KEY', 'SECRET'] as $name) {
            $value = getenv($prefix . $name);
            $values[] = is_string($value) && $value !== '' ? $value
                : throw new ValueError("the environment has no $prefix$name (REVERB_APP_ID, REVERB_APP_KEY, REVERB_APP_SECRET)");
        }
        return new self(...$values);
    }

    /** HMAC-SHA256 with the secret, in hexadecimal digits. */
    public function sign(string $text): string
    {
        return hash_hmac('sha256', $text, $this->secret);
    }

    /** In a time that says nothing about the right signature. */
    public function isSigned(string $text, string $signature): bool
    {
        return hash_equals($this->sign($text), $signature);
    }

    /** @param string|null $origin of the handshake */
    public function allowsOrigin(?string $origin): bool
    {
        $host = $origin === null || strlen($origin) > 1000 ? $origin : parse_url($origin, PHP_URL_HOST);
        foreach ($this->allowed_origins as $pattern) {
            $regular = '/^' . strtr(preg_quote($pattern, '/'), ['\*' => '.*']) . '$/Dis';
            if ($pattern === '*' || $host === null && $origin === null || is_string($host) && preg_match($regular, $host) === 1) {
                return true;
            }
        }
        return false;
    }
}
