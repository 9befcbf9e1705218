<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

/**
 * Commands on streams.
 *
 * @method mixed xLen(string $key) XLEN
 * @method mixed xGroupSetId(string $key, string $group_name, string $id) XGROUP SETID
 * @method mixed xGroupDestroy(string $key, string $group_name) XGROUP DESTROY
 * @method mixed xGroupCreateConsumer(string $key, string $group_name, string $consumer_name) XGROUP CREATECONSUMER
 * @method mixed xGroupDelConsumer(string $key, string $group_name, string $consumer_name) XGROUP DELCONSUMER
 * @method mixed xInfoConsumers(string $key, string $group_name) XINFO CONSUMERS
 * @method mixed xInfoGroups(string $key) XINFO GROUPS
 * @method mixed xInfoStream(string $key) XINFO STREAM
 */
trait Streams
{
    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param int|null $count
     * @return mixed
     */
    public function xRange($key, $start, $end, $count = null)
    {
        return $this->command(['XRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param int|null $count
     * @return mixed
     */
    public function xRevRange($key, $start, $end, $count = null)
    {
        return $this->command(['XREVRANGE', $key, $start, $end, ...self::given('COUNT', $count)]);
    }

    /**
     * @param string $key
     * @param string|array<string> ...$id
     * @return mixed
     */
    public function xDel($key, ...$id)
    {
        return $this->command(['XDEL', $key, ...self::flat(array_shift($id), $id)]);
    }

    /**
     * @param string $key
     * @param string $group_name
     * @param string|array<string> $id
     * @return mixed
     */
    public function xAck($key, $group_name, $id)
    {
        return $this->command(['XACK', $key, $group_name, ...(array) $id]);
    }

    /**
     * @param string $key
     * @param string $group_name
     * @param string $id
     * @param bool|null $mkstream
     * @return mixed
     */
    public function xGroupCreate($key, $group_name, $id, $mkstream = null)
    {
        return $this->command(['XGROUP', 'CREATE', $key, $group_name, $id, ...($mkstream ? ['MKSTREAM'] : [])]);
    }

    /**
     * @param string $key
     * @param string $id
     * @param array<mixed> $pairs
     * @param array<string, mixed>|null $options nomkstream, maxlen or minid (a number, or ['~' or '=', a number]), limit
     * @return mixed
     */
    public function xAdd($key, $id, $pairs, $options = null)
    {
        $words = ['XADD', $key, ...self::flags($options, 'nomkstream'), ...self::trimming($options ?? [])];
        return $this->command([...$words, $id, ...$this->pairs($pairs)]);
    }

    /**
     * @param string $key
     * @param array<string, mixed> $options as those of xAdd()
     * @return mixed
     */
    public function xTrim($key, $options)
    {
        return $this->command(['XTRIM', $key, ...self::trimming($options)]);
    }

    /**
     * @param array<string, string> $streams
     * @param array<string, mixed>|null $options count, block (milliseconds)
     * @return mixed
     */
    public function xRead($streams, $options = null)
    {
        $words = ['XREAD', ...self::settings($options, 'count', 'block'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /**
     * @param string $group_name
     * @param string $consumer_name
     * @param array<string, string> $streams
     * @param array<string, mixed>|null $options count, block (milliseconds), noack
     * @return mixed
     */
    public function xReadGroup($group_name, $consumer_name, $streams, $options = null)
    {
        $words = ['XREADGROUP', 'GROUP', $group_name, $consumer_name, ...self::settings($options, 'count', 'block'),
            ...self::flags($options, 'noack'), 'STREAMS'];
        return $this->command([...$words, ...array_keys($streams), ...array_values($streams)]);
    }

    /**
     * @param string $key
     * @param string $group_name
     * @param array<string, mixed>|null $options idle (milliseconds), start, end and count, consumer
     * @return mixed
     */
    public function xPending($key, $group_name, $options = null)
    {
        $words = ['XPENDING', $key, $group_name, ...self::settings($options, 'idle')];
        foreach (['start', 'end', 'count', 'consumer'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [$options[$name]] : []));
        }
        return $this->command($words);
    }

    /**
     * @param string $key
     * @param string $group_name
     * @param string $consumer_name
     * @param int $min_idle_time
     * @param string|array<string> $id
     * @param array<string, mixed>|null $options idle, time, retrycount, force, justid
     * @return mixed
     */
    public function xClaim($key, $group_name, $consumer_name, $min_idle_time, $id, $options = null)
    {
        $words = ['XCLAIM', $key, $group_name, $consumer_name, $min_idle_time, ...(array) $id];
        $more = [...self::settings($options, 'idle', 'time', 'retrycount'), ...self::flags($options, 'force', 'justid')];
        return $this->command([...$words, ...$more]);
    }

    /**
     * @param string $key
     * @param string $group_name
     * @param string $consumer_name
     * @param int $min_idle_time
     * @param int|float|string $start
     * @param array<string, mixed>|null $options count, justid
     * @return mixed
     */
    public function xAutoClaim($key, $group_name, $consumer_name, $min_idle_time, $start, $options = null)
    {
        $words = ['XAUTOCLAIM', $key, $group_name, $consumer_name, $min_idle_time, $start];
        return $this->command([...$words, ...self::settings($options, 'count'), ...self::flags($options, 'justid')]);
    }

    /**
     * @param array<string, mixed> $options
     * @return list<mixed>
     */
    private static function trimming(array $options): array
    {
        $words = [];
        foreach (['maxlen', 'minid'] as $name) {
            array_push($words, ...(isset($options[$name]) ? [strtoupper($name), ...(array) $options[$name]] : []));
        }
        return [...$words, ...self::settings($options, 'limit')];
    }

    /**
     * The options of these names that are there, each with its name.
     *
     * @param array<string, mixed>|null $options
     * @return list<mixed>
     */
    private static function settings(?array $options, string ...$names): array
    {
        $words = [];
        foreach ($names as $name) {
            array_push($words, ...self::given(strtoupper($name), $options[$name] ?? null));
        }
        return $words;
    }

    /**
     * The names of the options that are on.
     *
     * @param array<string, mixed>|null $options
     * @return list<mixed>
     */
    private static function flags(?array $options, string ...$names): array
    {
        $on = array_filter($names, static fn(string $name): bool => (bool) ($options[$name] ?? false));
        return array_map(strtoupper(...), array_values($on));
    }
}
