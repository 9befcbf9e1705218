<?php

declare(strict_types=1);

namespace Tern\Launcher\Admin;

use Tern\Launcher\Text;
use function sprintf;
use function strlen;

/** What a server tells of itself, as text. */
final class Table
{
    private const WORKER = ['id' => 'worker', 'pid' => 'pid', 'role' => 'role', 'status' => 'status', 'rate' => 'req/s', 'requests' => 'requests',
        'concurrency' => 'at once', 'connections' => 'conns', 'coroutines' => 'coros', 'memory_rss' => 'memory', 'loop_lag_ms' => 'lag ms',
        'blocked' => 'blocked'];

    private const QUERY = ['waited_ms' => 'total ms', 'count' => 'count', 'mean_ms' => 'mean ms', 'worst_ms' => 'worst ms', 'first_ms' => 'first ms',
        'rows' => 'rows', 'failed' => 'failed'];

    /** @param Data $server of /stats */
    public static function server(Data $server): string
    {
        return sprintf(
            "tern %s, PHP %s, pid %d, up %s\n%s\n%d connections, %d requests, %d at once\n",
            Text::line($server->text('version') ?? '?'),
            Text::line($server->text('php') ?? '?'),
            $server->number('pid'),
            self::duration((int) $server->number('uptime')),
            Text::line(implode('  ', $server->below('addresses')->texts())),
            $server->number('connection_num'),
            $server->number('request_count'),
            $server->number('concurrency'),
        );
    }

    /**
     * @param list<Data> $workers of /stats, perhaps with a rate
     * @return list<string> lines, the first of them the head
     */
    public static function workers(array $workers): array
    {
        $columns = array_filter(self::WORKER, static fn(string $key): bool => $workers !== [] && $workers[0]->has($key), ARRAY_FILTER_USE_KEY);
        $rows = [array_values($columns)];
        foreach ($workers as $worker) {
            $rows[] = array_map(static fn(string $key): string => self::cell($key, $worker), array_keys($columns));
        }
        return self::aligned($rows);
    }

    /**
     * @param list<Data> $queries of /queries
     * @return list<string> lines, the first of them the head
     */
    public static function queries(array $queries): array
    {
        $rows = [array_values(self::QUERY)];
        foreach ($queries as $query) {
            $rows[] = array_map(static fn(string $key): string => self::cell($key, $query), array_keys(self::QUERY));
        }
        $texts = ['query', ...array_map(static fn(Data $query): string => Text::line($query->text('text') ?? ''), $queries)];
        return array_map(static fn(string $line, string $text): string => "$line  $text", self::aligned($rows), $texts);
    }

    /**
     * @param list<list<string>> $rows
     * @return list<string>
     */
    private static function aligned(array $rows): array
    {
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

    /** @param Data $coroutines of /workers/N/coroutines */
    public static function coroutines(Data $coroutines): string
    {
        $text = '';
        foreach ($coroutines->rows() as $one) {
            $from = $one->below('request');
            $request = $one->has('request') ? ", {$from->text('method')} {$from->text('path')}" : '';
            $context = $one->text('context') !== null ? " in context {$one->text('context')}" : '';
            $does = $one->text('waits_for') ?? 'runs';
            $text .= Text::line("coroutine {$one->text('id')}$context: $does for {$one->text('for_ms')} ms$request") . "\n";
            foreach ($one->below('stack')->texts() as $line) {
                $text .= '    ' . Text::line($line) . "\n";
            }
        }
        return $text === '' ? "it has no coroutines\n" : $text;
    }

    private static function cell(string $key, Data $worker): string
    {
        return match ($key) {
            'memory_rss' => sprintf('%.1f M', $worker->number($key) / 1048576),
            'rate', 'loop_lag_ms', 'waited_ms', 'mean_ms', 'worst_ms', 'first_ms' => sprintf('%.1f', $worker->number($key)),
            default => Text::line($worker->text($key) ?? ''),
        };
    }

    private static function duration(int $s): string
    {
        return $s < 86400 ? sprintf('%d:%02d:%02d', intdiv($s, 3600), intdiv($s, 60) % 60, $s % 60) : sprintf('%d days', intdiv($s, 86400));
    }
}
