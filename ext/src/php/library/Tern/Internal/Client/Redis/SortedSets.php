<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use function count;
use function is_array;

/**
 * Commands on sorted sets.
 *
 * @method mixed zScore(string $key, mixed $member) ZSCORE $key, pack($member)
 * @method mixed zRank(string $key, mixed $member) ZRANK $key, pack($member)
 * @method mixed zRevRank(string $key, mixed $member) ZREVRANK $key, pack($member)
 * @method mixed zCard(string $key) ZCARD
 * @method mixed zSize(string $key) ZCARD
 * @method mixed zCount(string $key, int|float|string $min, int|float|string $max) ZCOUNT
 * @method mixed zIncrBy(string $key, mixed $value, mixed $member) ZINCRBY $key, number($value), pack($member)
 * @method mixed zRemRangeByScore(string $key, int|float|string $min, int|float|string $max) ZREMRANGEBYSCORE
 * @method mixed zDeleteRangeByScore(string $key, int|float|string $min, int|float|string $max) ZREMRANGEBYSCORE
 * @method mixed zRemRangeByRank(string $key, int|float|string $min, int|float|string $max) ZREMRANGEBYRANK
 * @method mixed zDeleteRangeByRank(string $key, int|float|string $start, int|float|string $end) ZREMRANGEBYRANK
 */
trait SortedSets
{
    /**
     * @param string $key
     * @param mixed $member
     * @param mixed ...$other_members
     * @return mixed
     */
    public function zRem($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    /**
     * @param string $key
     * @param mixed $member
     * @param mixed ...$other_members
     * @return mixed
     */
    public function zDelete($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    /**
     * @param string $key
     * @param mixed $member
     * @param mixed ...$other_members
     * @return mixed
     */
    public function zRemove($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    /**
     * @param string $key
     * @param int|null $count
     * @return mixed
     */
    public function zPopMin($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMIN', $key] : ['ZPOPMIN', $key, $count]);
    }

    /**
     * @param string $key
     * @param int|null $count
     * @return mixed
     */
    public function zPopMax($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMAX', $key] : ['ZPOPMAX', $key, $count]);
    }

    /**
     * @param string|array<string> $key
     * @param mixed $timeout_or_key
     * @param mixed ...$extra_args
     * @return mixed
     */
    public function bzPopMin($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMIN', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    /**
     * @param string|array<string> $key
     * @param mixed $timeout_or_key
     * @param mixed ...$extra_args
     * @return mixed
     */
    public function bzPopMax($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMAX', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param bool|null $scores
     * @return mixed
     */
    public function zRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param bool|null $scores
     * @return mixed
     */
    public function zRevRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZREVRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param array{withscores?: bool, limit?: array<int>}|null $options
     * @return mixed
     */
    public function zRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    /**
     * @param string $key
     * @param int|float|string $start
     * @param int|float|string $end
     * @param array{withscores?: bool, limit?: array<int>}|null $options
     * @return mixed
     */
    public function zRevRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZREVRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    /**
     * @param string $key
     * @param int|float|string $min
     * @param int|float|string $max
     * @param int|null $offset
     * @param int|null $limit
     * @return mixed
     */
    public function zRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    /**
     * @param string $key
     * @param int|float|string $min
     * @param int|float|string $max
     * @param int|null $offset
     * @param int|null $limit
     * @return mixed
     */
    public function zRevRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZREVRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    /**
     * @param string $key
     * @param array<string> $keys
     * @param array<int|float>|null $weights
     * @param string|null $aggregate
     * @return mixed
     */
    public function zinterstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    /**
     * @param string $key
     * @param array<string> $keys
     * @param array<int|float>|null $weights
     * @param string|null $aggregate
     * @return mixed
     */
    public function zInter($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    /**
     * @param string $key
     * @param array<string> $keys
     * @param array<int|float>|null $weights
     * @param string|null $aggregate
     * @return mixed
     */
    public function zunionstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    /**
     * @param string $key
     * @param array<string> $keys
     * @param array<int|float>|null $weights
     * @param string|null $aggregate
     * @return mixed
     */
    public function zUnion($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    /**
     * @param string $key
     * @param mixed ...$pairs scores with their members; before them, options in an array: 'NX', 'XX', 'CH', 'INCR'
     * @return mixed
     */
    public function zAdd($key, ...$pairs)
    {
        $options = $pairs[0] ?? null;
        $words = ['ZADD', $key];
        if (is_array($options)) {
            array_push($words, ...array_values($options));
            array_shift($pairs);
        }
        foreach (array_values($pairs) as $at => $word) {
            $words[] = $at % 2 === 0 ? self::number($word) : $this->pack($word);
        }
        return $this->command($words);
    }

    /** @param array{withscores?: bool|null, limit?: array<int>} $options */
    private function range(string $command, mixed $key, mixed $start, mixed $end, array $options): mixed
    {
        $words = [$command, $key, $start, $end];
        $scores = $options['withscores'] ?? false;
        if ($scores) {
            $words[] = 'WITHSCORES';
        }
        if (isset($options['limit'])) {
            array_push($words, 'LIMIT', ...array_values($options['limit']));
        }
        return $this->command($words, $scores && $this->compatible ? self::scored(...) : null);
    }

    private function lex(string $command, mixed $key, mixed $min, mixed $max, mixed $offset, mixed $limit): mixed
    {
        $limits = $offset === null || $limit === null ? [] : ['LIMIT', $offset, $limit];
        return $this->command([$command, $key, $min, $max, ...$limits]);
    }

    /**
     * @param array<string> $keys
     * @param array<int|float>|null $weights
     */
    private function combine(string $command, mixed $key, array $keys, ?array $weights, ?string $aggregate): mixed
    {
        $words = [$command, $key, count($keys), ...array_values($keys)];
        if ($weights) {
            array_push($words, 'WEIGHTS', ...array_map(self::number(...), array_values($weights)));
        }
        return $this->command([...$words, ...self::given('AGGREGATE', $aggregate)]);
    }

    private static function scored(mixed $reply): mixed
    {
        if (!is_array($reply)) {
            return $reply;
        }
        [$members, $scores] = self::columns($reply);
        return array_combine($members, array_map(floatval(...), $scores));
    }

    /** @return list<mixed> */
    private static function given(string $name, mixed $value): array
    {
        return $value === null || $value === '' ? [] : [$name, $value];
    }
}
