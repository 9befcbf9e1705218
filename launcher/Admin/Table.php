<?php

declare(strict_types=1);

namespace Tern\Launcher\Admin;

use Tern\Launcher\Text;

/** What a server tells of itself, as text. */
final class Table
{
    private const WORKER = ['id' => 'worker', 'pid' => 'pid', 'role' => 'role', 'status' => 'status', 'rate' => 'req/s', 'requests' => 'requests',
        'concurrency' => 'at once', 'connections' => 'conns', 'coroutines' => 'coros', 'memory_rss' => 'memory', 'loop_lag_ms' => 'lag ms',
        'blocked' => 'blocked'];

    /** @param array<string, mixed> $server of /stats */
    public static function server(array $server): string
    {
        return sprintf(
            "tern %s, PHP %s, pid %d, up %s\n%s\n%d connections, %d requests, %d at once\n",
            Text::line($server['version'] ?? '?'),
            Text::line($server['php'] ?? '?'),
            $server['pid'] ?? 0,
            self::duration((float) ($server['uptime'] ?? 0)),
            Text::line(implode('  ', $server['addresses'] ?? [])),
            $server['connection_num'] ?? 0,
            $server['request_count'] ?? 0,
            $server['concurrency'] ?? 0,
        );
    }

    /**
     * @param list<array<string, mixed>> $workers of /stats, perhaps with a rate
     * @return list<string> lines, the first of them the head
     */
    public static function workers(array $workers): array
    {
        $columns = array_filter(self::WORKER, static fn(string $key): bool => isset($workers[0][$key]), ARRAY_FILTER_USE_KEY);
        $rows = [array_values($columns)];
        foreach ($workers as $worker) {
            $rows[] = array_map(static fn(string $key): string => self::cell($key, $worker[$key] ?? ''), array_keys($columns));
        }
        $widths = [];
        foreach ($rows as $row) {
            foreach ($row as $i => $cell) {
                $widths[$i] = max($widths[$i] ?? 0, strlen($cell));
            }
        }
        return array_map(static fn(array $row): string => rtrim(implode('  ', array_map(
            static fn(string $cell, int $width): string => str_pad($cell, $width, ' ', STR_PAD_LEFT),
            $row,
            $widths,
        ))), $rows);
    }

    /** @param array<mixed> $coroutines of /workers/N/coroutines */
    public static function coroutines(array $coroutines): string
    {
        $text = '';
        foreach ($coroutines as $one) {
            $request = isset($one['request']) ? ", {$one['request']['method']} {$one['request']['path']}" : '';
            $text .= Text::line("coroutine {$one['id']}: " . ($one['waits_for'] ?? 'runs') . " for {$one['for_ms']} ms$request") . "\n";
            foreach ($one['stack'] ?? [] as $line) {
                $text .= '    ' . Text::line($line) . "\n";
            }
        }
        return $text === '' ? "it has no coroutines\n" : $text;
    }

    private static function cell(string $key, mixed $value): string
    {
        return match ($key) {
            'memory_rss' => sprintf('%.1f M', $value / 1048576),
            'rate', 'loop_lag_ms' => sprintf('%.1f', $value),
            default => Text::line(is_bool($value) ? ($value ? 'yes' : '') : (string) $value),
        };
    }

    private static function duration(float $seconds): string
    {
        $s = (int) $seconds;
        return $s < 86400 ? sprintf('%d:%02d:%02d', intdiv($s, 3600), intdiv($s, 60) % 60, $s % 60) : sprintf('%d days', intdiv($s, 86400));
    }
}
