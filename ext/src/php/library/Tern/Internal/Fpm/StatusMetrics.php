<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function addcslashes;
use function is_float;
use function sprintf;

/** The status of a pool as OpenMetrics, in the words of php-fpm. */
final class StatusMetrics
{
    private const GAUGE = 'gauge';
    private const COUNTER = 'counter';
    /** php-fpm has the TYPE of this one above its HELP. */
    private const TYPE_FIRST = 'listen_queue_length';

    public function __construct(private readonly PoolStatus $pool)
    {
    }

    /** @param bool $isFull each child, too */
    public function text(bool $isFull): string
    {
        $text = '';
        foreach ($this->rows() as [$name, $help, $type, $value]) {
            $text .= self::head($name, $help, $type) . "phpfpm_$name $value\n";
        }
        return $text . ($isFull ? $this->states() . $this->children() : '') . "# EOF\n";
    }

    /** @return list<array{string, string, string, int}> */
    private function rows(): array
    {
        $pool = $this->pool;
        $rows = [
            ['up', "Could pool $pool->pool using a $pool->manager PM on PHP-FPM be reached?", self::GAUGE, 1],
            ['start_since', 'The number of seconds since FPM has started.', self::COUNTER, $pool->now - $pool->startedAt],
            ['accepted_connections', 'The number of requests accepted by the pool.', self::COUNTER, $pool->accepted],
            ['listen_queue', 'The number of requests in the queue of pending connections.', self::GAUGE, $pool->queue],
            ['max_listen_queue', 'The maximum number of requests in the queue of pending connections since FPM has started.', self::COUNTER, $pool->longestQueue],
            ['listen_queue_length', 'The size of the socket queue of pending connections.', self::GAUGE, $pool->queueLength],
            ['idle_processes', 'The number of idle processes.', self::GAUGE, $pool->idle],
            ['active_processes', 'The number of active processes.', self::GAUGE, $pool->active],
            ['total_processes', 'The number of idle + active processes.', self::GAUGE, $pool->idle + $pool->active],
            ['max_active_processes', 'The maximum number of active processes since FPM has started.', self::COUNTER, $pool->mostActive],
            ['max_children_reached', 'The number of times, the process limit has been reached, when pm tries to start more children '
                . "(works only for pm 'dynamic' and 'ondemand').", self::COUNTER, $pool->maxChildrenReached],
            ['slow_requests', "The number of requests that exceeded your 'request_slowlog_timeout' value.", self::COUNTER, $pool->slow],
        ];
        if (PHP_VERSION_ID >= 80400) {
            $rows[] = ['memory_peak', 'The memory usage peak since FPM has started.', self::GAUGE, $pool->memoryPeak];
        }
        return $rows;
    }

    private function states(): string
    {
        $text = self::head('process_state', 'The state of the process: 1 is what it does now.', self::GAUGE);
        foreach ($this->pool->children as $child) {
            foreach (Stage::cases() as $stage) {
                $labels = $this->labels($child) . ',state="' . $stage->label() . '"';
                $text .= 'phpfpm_process_state{' . $labels . '} ' . ($stage === $child->stage ? 1 : 0) . "\n";
            }
        }
        return $text;
    }

    private function children(): string
    {
        $text = self::head('process_requests', 'The number of requests the process has served.', self::COUNTER)
            . $this->samples('process_requests', fn(Child $child) => $child->requests);
        $text .= self::head('process_request_duration', 'The duration in microseconds of the last request.', self::GAUGE)
            . $this->samples('process_request_duration', fn(Child $child) => $child->durationUs);
        $text .= self::head('process_last_request_cpu', 'The %cpu the last request consumed.', self::GAUGE)
            . $this->samples('process_last_request_cpu', fn(Child $child) => $child->cpu);
        return $text . self::head('process_last_request_memory', 'The max amount of memory the last request consumed.', self::GAUGE)
            . $this->samples('process_last_request_memory', fn(Child $child) => $child->memory);
    }

    /** @param callable(Child): (int|float) $value */
    private function samples(string $name, callable $value): string
    {
        $text = '';
        foreach ($this->pool->children as $child) {
            $number = $value($child);
            $text .= "phpfpm_$name" . '{' . $this->labels($child) . '} ' . (is_float($number) ? sprintf('%.2f', $number) : $number) . "\n";
        }
        return $text;
    }

    private function labels(Child $child): string
    {
        return 'pool="' . addcslashes($this->pool->pool, "\"\\\n") . "\",child=\"$child->number\"";
    }

    private static function head(string $name, string $help, string $type): string
    {
        $lines = ["# HELP phpfpm_$name $help\n", "# TYPE phpfpm_$name $type\n"];
        return implode('', $name === self::TYPE_FIRST ? array_reverse($lines) : $lines);
    }
}
