<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Closure;
use Tern\Internal\Client\Opener;
use Tern\Internal\Client\Settings;
use TypeError;
use function array_key_exists;
use function in_array;
use function is_callable;
use function is_int;
use function is_scalar;

/** What set() of an HTTP client was given, as requests use it. */
final class Options
{
    private const MOST_RETRIES = 255;
    private const SWITCHES = ['keep_alive', 'defer', 'http_compression', 'body_decompression', 'lowercase_header', 'websocket_mask',
        'websocket_compression', 'open_websocket_close_frame', 'open_websocket_ping_frame', 'open_websocket_pong_frame'];
    /** Options of other years and clients, which change nothing here. */
    private const WITHOUT_EFFECT = ['reconnect', 'reconnect_interval', 'open_ssl', 'ssl', 'socket_dontwait'];
    private const MESSAGE_BYTES = 2 << 20;
    private const BODY_BYTES = 2 << 30;

    public readonly bool $keepsAlive;
    /** Whether a request names the codings that the client decodes. */
    public readonly bool $offersCodings;
    public readonly int $retries;
    /** @var (Closure(object, string): mixed)|null */
    public readonly ?Closure $writer;
    /** Seconds of sending a request; less than 0: no limit. */
    public readonly float $writeSeconds;
    /** Seconds of receiving a response; less than 0: no limit. */
    public readonly float $readSeconds;
    /** Seconds of connecting; 0: the usual time of a socket. */
    public readonly float $connectSeconds;

    public readonly Settings $settings;
    public readonly bool $hasProxy;

    /** @param array<string, mixed> $all checked */
    public function __construct(private readonly array $all)
    {
        $writer = $all['write_func'] ?? null;
        $this->writer = is_callable($writer) ? $writer(...) : null;
        $this->keepsAlive = $this->has('keep_alive', true);
        $this->offersCodings = $this->has('http_compression', true) && $this->has('body_decompression', true);
        $this->retries = is_int($all['max_retries'] ?? null) ? $all['max_retries'] : 1;
        $this->settings = $settings = new Settings($all);
        $this->hasProxy = $settings->hasProxy();
        $this->connectSeconds = $settings->seconds('connect_timeout') ?? $settings->seconds('timeout') ?? 0.0;
        $this->writeSeconds = self::limit($settings, 'write_timeout');
        $this->readSeconds = self::limit($settings, 'read_timeout');
    }

    /**
     * Throws for a wrong value. An unknown name has no effect. null leaves an option as it is, but removes a write_func.
     *
     * @param array<string, mixed> $before
     * @param array<string, mixed> $given
     * @param string $where the function that was given them, for errors
     * @return array<string, mixed> these and what was set before
     */
    public static function merge(array $before, array $given, string $where): array
    {
        $ours = [];
        $rest = [];
        foreach ($given as $name => $value) {
            if (in_array($name, self::WITHOUT_EFFECT, true)) {
                continue;
            }
            if (in_array($name, self::SWITCHES, true) || $name === 'max_retries' || $name === 'write_func') {
                $ours[$name] = $value;
            } else {
                $rest[$name] = $value;
            }
        }
        if (array_key_exists('write_func', $ours) && $ours['write_func'] === null) {
            unset($before['write_func']);
        }
        foreach (array_filter($ours, fn($value) => $value !== null) as $name => $value) {
            $before[$name] = self::checked($name, $value, $where);
        }
        return $rest === [] ? $before : (new Settings($before))->merge($rest, $where);
    }

    public function has(string $name, bool $usual): bool
    {
        return (bool) ($this->all[$name] ?? $usual);
    }

    /**
     * What a connection reads responses with.
     *
     * @return array{body_bytes: int, decode: bool, lower_names: bool, leave_events: bool}
     */
    public function forConnection(): array
    {
        return ['body_bytes' => $this->bodyBytes(), 'decode' => $this->has('body_decompression', true),
            'lower_names' => $this->has('lowercase_header', true), 'leave_events' => true];
    }

    /** The most bytes of a body in memory. */
    public function bodyBytes(): int
    {
        return $this->most(self::BODY_BYTES);
    }

    /**
     * How a WebSocket behaves.
     *
     * @return array{message_bytes: int, compression: bool, compression_context: bool, close_frame: bool, ping_frame: bool, pong_frame: bool}
     */
    public function forWebSocket(): array
    {
        return ['message_bytes' => $this->most(self::MESSAGE_BYTES), 'compression' => $this->has('websocket_compression', false),
            'compression_context' => true, 'close_frame' => $this->has('open_websocket_close_frame', false),
            'ping_frame' => $this->has('open_websocket_ping_frame', false),
            'pong_frame' => $this->has('open_websocket_pong_frame', false)];
    }

    private function most(int $usual): int
    {
        $bytes = $this->all['package_max_length'] ?? null;
        return is_numeric($bytes) && $bytes > 0 ? (int) $bytes : $usual;
    }

    private static function limit(Settings $settings, string $name): float
    {
        $seconds = $settings->seconds($name) ?? $settings->seconds('timeout') ?? 0.0;
        $seconds = $seconds != 0 ? $seconds : Opener::usual("socket_$name");
        return $seconds > 0 ? $seconds : -1.0;
    }

    private static function checked(string $name, mixed $value, string $where): mixed
    {
        if ($name === 'write_func') {
            return is_callable($value) ? $value : throw self::wrongType($name, 'a callable', $value, $where);
        }
        if (!is_scalar($value)) {
            throw self::wrongType($name, $name === 'max_retries' ? 'of type int' : 'of type bool', $value, $where);
        }
        return $name === 'max_retries' ? self::number($name, $value, $where) : (bool) $value;
    }

    private static function number(string $name, mixed $value, string $where): int
    {
        $number = filter_var($value, FILTER_VALIDATE_INT);
        if ($number === false) {
            throw self::wrongType($name, 'of type int', $value, $where);
        }
        return min(max($number, 0), self::MOST_RETRIES);
    }

    private static function wrongType(string $name, string $wanted, mixed $value, string $where): TypeError
    {
        return new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be $wanted, " . get_debug_type($value) . ' given');
    }
}
