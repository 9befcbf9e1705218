<?php

namespace App;

use Closure;
use Exception;
use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\LockTimeoutException;

/** What a store of Laravel's cache does, for a comparison of stores. */
class CacheContract
{
    public static function of(Repository $cache): array
    {
        $cache->flush();
        $results = [];
        foreach (['values', 'times', 'numbers', 'computed', 'tags', 'locks', 'limits'] as $part) {
            $results[$part] = self::$part($cache);
        }
        $results['flushed'] = [$cache->forever('key', 1), $cache->flush(), $cache->get('key'), $cache->lock('held', 10)->get()];
        $results['events'] = self::events($cache);
        return $results;
    }

    /** Those of computed values. WritingKey, which comes before a value is stored, does not come for one that is computed. */
    private static function events(Repository $cache): array
    {
        $events = [];
        $cache->getEventDispatcher()->listen('Illuminate\Cache\Events\*', function (string $name, array $given) use (&$events) {
            $events[] = class_basename($name) . ' ' . ($given[0]->key ?? '') . ' ' . ($given[0]->seconds ?? '');
        });
        $cache->remember('of events', 60, fn() => 1);
        $cache->remember('of events', 60, fn() => 1);
        $cache->rememberForever('forever of events', fn() => 1);
        $cache->tags('red')->remember('tagged of events', 60, fn() => 1);
        return array_values(array_filter($events, fn(string $event) => !str_starts_with($event, 'WritingKey')));
    }

    private static function values(Repository $cache): array
    {
        $object = new \ArrayObject(['a' => 1]);
        $values = ['text' => 'text', 'zero' => 0, 'false' => false, 'float' => 1.5, 'list' => [1, ['b' => null]], 'object' => $object];
        $results = [];
        foreach ($values as $key => $value) {
            $results[] = [$cache->put($key, $value, 60), $cache->get($key), $cache->has($key)];
        }
        return [
            ...$results,
            $cache->get('missing'), $cache->get('missing', 'default'), $cache->get('missing', fn() => 'computed'), $cache->missing('missing'),
            $cache->many(['text', 'missing', 'zero']), $cache->many(['missing' => 'default', 'text' => 'other']),
            $cache->put(['one' => 1, 'two' => 2], 60), $cache->getMultiple(['one', 'two', 'three'], 'no'),
            $cache->setMultiple(['three' => 3], 60), $cache->deleteMultiple(['one', 'two']), $cache->get('one'),
            $cache->add('text', 'again', 60), $cache->add('new', 'value', 60), $cache->get('new'),
            $cache->pull('new'), $cache->get('new'), $cache->forget('missing'), $cache->forget('text'), $cache->get('text'),
            $cache->put('null', null, 60), $cache->get('null', 'default'), $cache->has('null'),
            $cache->put('ключ ' . str_repeat('long ', 300), 'long', 60), $cache->get('ключ ' . str_repeat('long ', 300)),
            $cache['array'] = 'access', isset($cache['array']), $cache['array'],
        ];
    }

    private static function times(Repository $cache): array
    {
        return [
            $cache->put('gone', 1, 0), $cache->get('gone'), $cache->put('gone', 1, -1), $cache->get('gone'),
            $cache->put('later', 1, now()->addMinute()), $cache->get('later'), $cache->put('later', 1, now()->subMinute()), $cache->get('later'),
            $cache->put('interval', 1, new \DateInterval('PT1M')), $cache->get('interval'),
            $cache->forever('ever', 1), $cache->get('ever'), $cache->add('ever', 2, 10), $cache->add('never', 2, 0), $cache->get('never'),
        ];
    }

    private static function numbers(Repository $cache): array
    {
        $cache->forever('text number', '5');
        return [
            $cache->increment('n'), $cache->increment('n', 5), $cache->decrement('n', 2), $cache->get('n'),
            $cache->decrement('m'), $cache->get('m'), $cache->increment('text number'), $cache->get('text number'),
        ];
    }

    private static function computed(Repository $cache): array
    {
        $runs = 0;
        $run = function () use (&$runs) {
            return ++$runs;
        };
        return [
            $cache->remember('r', 60, $run), $cache->remember('r', 60, $run), $cache->get('r'),
            $cache->remember('not kept', 0, $run), $cache->get('not kept'),
            $cache->remember('by value', fn(int $value) => $value * 10, $run), $cache->get('by value'),
            $cache->remember('null', 60, fn() => null), $cache->has('null'), $cache->remember('null', 60, $run), $cache->get('null'),
            $cache->rememberForever('f', $run), $cache->sear('f', $run), $cache->sear('s', $run),
            $cache->flexible('x', [30, 60], $run), $cache->flexible('x', [30, 60], $run), $cache->get('x'),
            self::thrown(fn() => $cache->remember('throws', 60, fn() => throw new Exception('thrown'))), $cache->remember('throws', 60, $run),
        ];
    }

    private static function tags(Repository $cache): array
    {
        $red = $cache->tags('red');
        $both = $cache->tags(['red', 'blue']);
        return [
            $red->put('key', 'red', 60), $both->put('key', 'both', 60), $red->get('key'), $both->get('key'), $cache->get('key'),
            $cache->tags(['red', 'blue'])->get('key'), $red->increment('count'), $red->increment('count'), $cache->tags('red')->get('count'),
            $both->remember('computed', 60, fn() => 'once'), $both->remember('computed', 60, fn() => 'twice'), $both->forever('ever', 1),
            $cache->tags('blue')->flush(), $both->get('key'), $both->get('ever'), $red->get('key'), $red->flush(), $red->get('key'),
        ];
    }

    private static function locks(Repository $cache): array
    {
        $lock = $cache->lock('lock', 10);
        $other = $cache->lock('lock', 10, 'other');
        return [
            $lock->get(), $other->get(), $other->release(), $lock->isOwnedByCurrentProcess(), $other->isOwnedByCurrentProcess(),
            self::thrown(fn() => $other->block(0)), $lock->release(), $lock->release(), $other->get(), $other->owner(),
            $cache->restoreLock('lock', 'other')->release(), $lock->get(fn() => 'inside'), $lock->get(), $other->forceRelease(), $other->get(),
            $other->release(), $cache->lock('endless')->get(), $cache->lock('endless')->get(), $cache->lock('endless')->forceRelease(),
            $cache->lock('endless', 5)->block(1, fn() => 'blocked'),
        ];
    }

    private static function limits(Repository $cache): array
    {
        $limiter = new RateLimiter($cache);
        $try = fn() => $limiter->attempt('someone', 2, fn() => 'done', 60);
        return [$try(), $try(), $try(), $limiter->attempts('someone'), $limiter->remaining('someone', 2), $limiter->clear('someone'), $try()];
    }

    private static function thrown(Closure $code): string
    {
        try {
            $code();
            return 'nothing';
        } catch (LockTimeoutException $exception) {
            return $exception::class;
        } catch (Exception $exception) {
            return $exception->getMessage();
        }
    }
}
