<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use TypeError;
use function in_array;
use function is_int;
use function strlen;

/** What set() of a client of HTTP/2 was given. */
final class Http2Settings
{
    /** By name: least, most, and what counts where nothing is given. */
    private const NUMBERS = [
        'header_table_size' => [0, 1 << 20, 4096],
        'max_concurrent_streams' => [0, 0x7FFF_FFFF, 128],
        'init_window_size' => [1, 0x7FFF_FFFF, 1 << 20],
        'max_frame_size' => [16_384, 16_777_215, 16_384],
        'max_header_list_size' => [1, 1 << 20, 64 << 10],
        'package_max_length' => [1, 0x7FFF_FFFF, 0x7FFF_FFFF],
    ];
    private const PREFIX = 'http2_';
    /** Names that clients of gRPC pass on with their own options. */
    private const OF_GRPC = ['credentials', 'send_yield', 'ssl'];

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
        $ours = [];
        $rest = [];
        foreach ($given as $name => $value) {
            $short = self::shortened((string) $name);
            if ($value === null || in_array($name, self::OF_GRPC, true)) {
                continue;
            }
            if (isset(self::NUMBERS[$short])) {
                $ours[$name] = self::checked((string) $name, $value, $where);
            } elseif ($name === 'body_decompression') {
                $ours[$name] = (bool) $value;
            } else {
                $rest[$name] = $value;
            }
        }
        return [...$this->settings()->merge($rest, $where), ...$this->own(), ...$ours];
    }

    /** Those of the connection below. */
    public function settings(bool $has_tls = false): Settings
    {
        $all = array_diff_key($this->all, $this->own());
        return new Settings($has_tls ? $all + ['ssl_alpn' => 'h2'] : $all);
    }

    /** @return array<string, int|bool> what Http2Connection takes */
    public function numbers(): array
    {
        $numbers = ['decode' => (bool) ($this->all['body_decompression'] ?? true)];
        foreach (self::NUMBERS as $name => [, , $usual]) {
            $value = $this->all[self::PREFIX . $name] ?? $this->all[$name] ?? null;
            $numbers[$name === 'package_max_length' ? 'body_bytes' : $name] = is_int($value) ? $value : $usual;
        }
        return $numbers;
    }

    /** @return array<string, mixed> what was given of those that are only for HTTP/2 */
    private function own(): array
    {
        return array_filter(
            $this->all,
            fn($name) => isset(self::NUMBERS[self::shortened((string) $name)]) || $name === 'body_decompression',
            ARRAY_FILTER_USE_KEY,
        );
    }

    private static function shortened(string $name): string
    {
        return str_starts_with($name, self::PREFIX) ? substr($name, strlen(self::PREFIX)) : $name;
    }

    private static function checked(string $name, mixed $value, string $where): int
    {
        [$least, $most] = self::NUMBERS[self::shortened($name)];
        if (!is_numeric($value)) {
            throw new TypeError("$where: Argument #1 (\$settings) option \"$name\" must be of type int, " . get_debug_type($value)
                . ' given');
        }
        return (int) max($least, min($value + 0, $most));
    }
}
