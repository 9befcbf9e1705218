<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use Tern\Internal\Number;
use TypeError;
use ValueError;
use function in_array;
use function is_float;
use function is_int;
use function is_string;
use function strlen;

/** What set() of a client was given. Framing and TLS are checked by the socket, which is what they are for. */
final class Settings
{
    private const FRAMING = ['open_length_check', 'open_eof_check', 'open_eof_split', 'open_mqtt_protocol', 'open_fastcgi_protocol',
        'package_length_type', 'package_length_offset', 'package_body_offset', 'package_body_start', 'package_length_func', 'package_eof',
        'package_max_length'];
    private const CUTS = ['open_length_check', 'open_eof_check', 'open_eof_split', 'open_mqtt_protocol', 'open_fastcgi_protocol'];
    private const NO_PACKETS = ['open_length_check' => false, 'open_eof_check' => false, 'open_eof_split' => false,
        'open_mqtt_protocol' => false, 'open_fastcgi_protocol' => false];
    private const SECONDS = ['timeout', 'connect_timeout', 'read_timeout', 'write_timeout'];
    private const MOST_SECONDS = 1_000_000_000;
    /** Least and most. */
    private const NUMBERS = ['bind_port' => [0, 65_535], 'socks5_port' => [1, 65_535], 'http_proxy_port' => [1, 65_535]];
    /** Least and most: the nearest possible number is taken. */
    private const SIZES = ['socket_buffer_size' => [1, 1 << 30]];
    /** The most bytes; RFC 1929 has one byte for the length of a name. */
    private const TEXTS = ['bind_address' => 255, 'socks5_host' => 255, 'socks5_username' => 255, 'socks5_password' => 255,
        'http_proxy_host' => 255, 'http_proxy_user' => 1024, 'http_proxy_username' => 1024, 'http_proxy_password' => 1024];
    private const SWITCHES = ['open_tcp_nodelay'];
    private const OF_ASYNC_CLIENTS = ['buffer_high_watermark', 'buffer_low_watermark'];

    /** @param array<string, mixed> $all checked */
    public function __construct(private readonly array $all)
    {
    }

    /**
     * Throws for a wrong value. An unknown name has no effect. null leaves an option as it is.
     *
     * @param array<string, mixed> $given
     * @param string $where the function that was given them, for errors
     * @return array<string, mixed> these and what was set before
     */
    public function merge(array $given, string $where): array
    {
        $good = [];
        $rest = [];
        foreach ($given as $name => $value) {
            if ($value === null || in_array($name, self::OF_ASYNC_CLIENTS, true)) {
                continue;
            }
            if (!self::isOurs((string) $name)) {
                $rest[$name] = $value;
            }
            $good[$name] = self::read((string) $name, $value, $where);
        }
        if ($rest !== []) {
            (new Socket(AF_UNIX, SOCK_DGRAM))->setProtocol([...$this->protocol(), ...$rest]);
        }
        return [...$this->all, ...$good];
    }

    public function get(string $name, mixed $usual = null): mixed
    {
        return $this->all[$name] ?? $usual;
    }

    public function seconds(string $name): ?float
    {
        $value = $this->all[$name] ?? null;
        return is_int($value) || is_float($value) ? (float) $value : null;
    }

    public function number(string $name): ?int
    {
        $value = $this->all[$name] ?? null;
        return is_int($value) ? $value : null;
    }

    public function text(string $name): ?string
    {
        $value = $this->all[$name] ?? null;
        return is_string($value) ? $value : null;
    }

    /**
     * What Socket::setProtocol() takes: all that it may have been told before is told anew.
     *
     * @return array<string, mixed>
     */
    public function protocol(): array
    {
        return array_filter(
            $this->all,
            fn($name) => in_array($name, self::FRAMING, true) || str_starts_with((string) $name, 'ssl_'),
            ARRAY_FILTER_USE_KEY,
        ) + self::NO_PACKETS;
    }

    public function cutsPackets(): bool
    {
        return array_filter(array_intersect_key($this->all, array_flip(self::CUTS))) !== [];
    }

    public function without(string $name): self
    {
        return new self(array_diff_key($this->all, [$name => true]));
    }

    public function hasProxy(): bool
    {
        return isset($this->all['socks5_host']) || isset($this->all['http_proxy_host']);
    }

    /** The same for settings that make the same connections. */
    public function key(): string
    {
        $ways = array_filter(
            $this->all,
            fn($name) => preg_match('/^(ssl|socks5|http_proxy|bind)_/', (string) $name) === 1,
            ARRAY_FILTER_USE_KEY,
        );
        ksort($ways);
        return serialize($ways);
    }

    private static function isOurs(string $name): bool
    {
        return isset(self::NUMBERS[$name]) || isset(self::SIZES[$name]) || isset(self::TEXTS[$name]) || in_array($name, self::SECONDS, true)
            || in_array($name, self::SWITCHES, true);
    }

    private static function read(string $name, mixed $value, string $where): mixed
    {
        if (in_array($name, self::SECONDS, true)) {
            return (float) self::checkedNumber($name, $value, -self::MOST_SECONDS, self::MOST_SECONDS, $where);
        }
        if (isset(self::NUMBERS[$name])) {
            return (int) self::checkedNumber($name, $value, self::NUMBERS[$name][0], self::NUMBERS[$name][1], $where);
        }
        if (isset(self::SIZES[$name])) {
            [$least, $most] = self::SIZES[$name];
            return (int) min(max(self::checkedNumber($name, $value, -INF, INF, $where), $least), $most);
        }
        if (isset(self::TEXTS[$name])) {
            return self::checkedText($name, $value, self::TEXTS[$name], $where);
        }
        return $value;
    }

    private static function checkedNumber(string $name, mixed $value, int|float $least, int|float $most, string $where): int|float
    {
        if (!is_numeric($value)) {
            throw new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be of type int|float, " . get_debug_type($value)
                . ' given');
        }
        if (!($value >= $least && $value <= $most)) {
            throw new ValueError("$where: Argument #1 (\$settings) option \"$name\" must be between $least and $most, "
                . Number::text($value) . ' given');
        }
        return $value + 0;
    }

    private static function checkedText(string $name, mixed $value, int $most, string $where): string
    {
        if (!is_string($value)) {
            throw new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be of type string, " . get_debug_type($value)
                . ' given');
        }
        if (strlen($value) > $most || str_contains($value, "\0")) {
            throw new ValueError("$where: Argument #1 (\$settings) option \"$name\" must have at most $most bytes and no NUL byte");
        }
        return $value;
    }
}
