<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on sorted sets. */
trait SortedSets
{
    public function zScore($key, $member)
    {
        return $this->command(['ZSCORE', $key, $this->pack($member)]);
    }

    public function zRank($key, $member)
    {
        return $this->command(['ZRANK', $key, $this->pack($member)]);
    }

    public function zRevRank($key, $member)
    {
        return $this->command(['ZREVRANK', $key, $this->pack($member)]);
    }

    public function zCard($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zSize($key)
    {
        return $this->command(['ZCARD', $key]);
    }

    public function zCount($key, $min, $max)
    {
        return $this->command(['ZCOUNT', $key, $min, $max]);
    }

    public function zIncrBy($key, $value, $member)
    {
        return $this->command(['ZINCRBY', $key, self::number($value), $this->pack($member)]);
    }

    public function zRem($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zDelete($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zRemove($key, $member, ...$other_members)
    {
        return $this->command(['ZREM', $key, ...$this->packed(self::flat($member, $other_members))]);
    }

    public function zPopMin($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMIN', $key] : ['ZPOPMIN', $key, $count]);
    }

    public function zPopMax($key, $count = null)
    {
        return $this->command($count === null ? ['ZPOPMAX', $key] : ['ZPOPMAX', $key, $count]);
    }

    public function bzPopMin($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMIN', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function bzPopMax($key, $timeout_or_key, ...$extra_args)
    {
        return $this->command(['BZPOPMAX', ...self::flat($key, [$timeout_or_key, ...$extra_args])]);
    }

    public function zRemRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zDeleteRangeByScore($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYSCORE', $key, $min, $max]);
    }

    public function zRemRangeByRank($key, $min, $max)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $min, $max]);
    }

    public function zDeleteRangeByRank($key, $start, $end)
    {
        return $this->command(['ZREMRANGEBYRANK', $key, $start, $end]);
    }

    public function zRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRevRange($key, $start, $end, $scores = null)
    {
        return $this->range('ZREVRANGE', $key, $start, $end, ['withscores' => $scores]);
    }

    public function zRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRevRangeByScore($key, $start, $end, $options = null)
    {
        return $this->range('ZREVRANGEBYSCORE', $key, $start, $end, $options ?? []);
    }

    public function zRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zRevRangeByLex($key, $min, $max, $offset = null, $limit = null)
    {
        return $this->lex('ZREVRANGEBYLEX', $key, $min, $max, $offset, $limit);
    }

    public function zinterstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zInter($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZINTERSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zunionstore($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    public function zUnion($key, $keys, $weights = null, $aggregate = null)
    {
        return $this->combine('ZUNIONSTORE', $key, $keys, $weights, $aggregate);
    }

    /** @param mixed $pairs scores with their members; before them, options in an array: 'NX', 'XX', 'CH', 'INCR' */
    public function zAdd($key, ...$pairs)
    {
        $words = ['ZADD', $key, ...(is_array($pairs[0] ?? null) ? array_shift($pairs) : [])];
        foreach ($pairs as $at => $word) {
            $words[] = $at % 2 === 0 ? self::number($word) : $this->pack($word);
        }
        return $this->command($words);
    }

    private function range(string $command, $key, $start, $end, array $options)
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

    private function lex(string $command, $key, $min, $max, $offset, $limit)
    {
        $limits = $offset === null || $limit === null ? [] : ['LIMIT', $offset, $limit];
        return $this->command([$command, $key, $min, $max, ...$limits]);
    }

    private function combine(string $command, $key, array $keys, ?array $weights, ?string $aggregate)
    {
        $words = [$command, $key, count($keys), ...array_values($keys)];
        if ($weights) {
            array_push($words, 'WEIGHTS', ...array_map(self::number(...), array_values($weights)));
        }
        return $this->command([...$words, ...self::given('AGGREGATE', $aggregate)]);
    }

    private static function scored($reply)
    {
        if (!is_array($reply)) {
            return $reply;
        }
        [$members, $scores] = self::columns($reply);
        return array_combine($members, array_map(floatval(...), $scores));
    }

    private static function given(string $name, $value): array
    {
        return $value === null || $value === '' ? [] : [$name, $value];
    }
}
