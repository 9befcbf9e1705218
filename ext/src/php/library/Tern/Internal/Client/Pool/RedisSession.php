<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Redis;
use ReflectionClass;
use function in_array;
use function is_array;
use function is_int;

/** The redis extension: transactions, WATCH, subscriptions, database, and the options that it had when it was new. */
final class RedisSession extends Session
{
    private readonly int $database;
    /** @var string|array<string>|false|null */
    private readonly mixed $auth;
    /** @var array<int, mixed> */
    private array $options = [];
    /** Servers before 6.2 do not know RESET. */
    private static bool $knows_reset = true;

    public function __construct(private readonly Redis $redis)
    {
        $this->database = $redis->getDBNum();
        /** @var string|array<string>|false|null $auth */
        $auth = $redis->getAuth();
        $this->auth = $auth;
        foreach (self::optionNumbers() as $option) {
            $this->options[$option] = $redis->getOption($option);
        }
    }

    /** @return array<string, int> */
    private static function optionNumbers(): array
    {
        /** @var array<string, int>|null $numbers */
        static $numbers = null;
        return $numbers ??= array_filter(
            (new ReflectionClass(Redis::class))->getConstants(),
            fn(mixed $value, string $name) => is_int($value) && str_starts_with($name, 'OPT_'),
            ARRAY_FILTER_USE_BOTH,
        );
    }

    public function reset(): bool
    {
        if ($this->redis->getMode() !== Redis::ATOMIC) {
            $this->redis->discard();
        }
        foreach ($this->options as $option => $value) {
            if ($this->redis->getOption($option) !== $value) {
                $this->redis->setOption($option, $value ?? '');
            }
        }
        return $this->clean() || (!self::$knows_reset && $this->clean());
    }

    /**
     * One round trip.
     *
     * @phpstan-impure
     */
    private function clean(): bool
    {
        $commands = $this->redis->pipeline();
        if (self::$knows_reset) {
            $commands->rawCommand('RESET');
            if (!in_array($this->auth, [null, false, '', []], true)) {
                $commands->auth($this->auth);
            }
        }
        $answers = $commands->unwatch()->select($this->database)->exec();
        if (!is_array($answers)) {
            return false;
        }
        if (self::$knows_reset && $answers[0] === false && stripos((string) $this->redis->getLastError(), 'unknown') !== false) {
            self::$knows_reset = false;
            $this->redis->clearLastError();
            return false;
        }
        return !in_array(false, $answers, true) && ($answers[0] === true || $answers[0] === 'RESET');
    }

    public function ping(): bool
    {
        return $this->redis->ping() !== false;
    }

    public function close(): void
    {
        $this->redis->close();
    }
}
