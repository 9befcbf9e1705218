<?php

/** @generate-function-entries */

/** As Swoole\Timer::tick(). */
function swoole_timer_tick(int $ms, callable $callback, mixed ...$params): int|false {}

/** As Swoole\Timer::after(). */
function swoole_timer_after(int $ms, callable $callback, mixed ...$params): int|false {}

/** As Swoole\Timer::exists(). */
function swoole_timer_exists(int $timer_id): bool {}

/**
 * As Swoole\Timer::info().
 *
 * @return array{exec_msec: int, exec_count: int, interval: int, round: int, removed: bool}|null
 */
function swoole_timer_info(int $timer_id): ?array {}

/**
 * As Swoole\Timer::stats().
 *
 * @return array{initialized: bool, num: int, round: int}
 */
function swoole_timer_stats(): array {}

/** As Swoole\Timer::list(). */
function swoole_timer_list(): Swoole\Timer\Iterator {}

/** As Swoole\Timer::clear(). */
function swoole_timer_clear(int $timer_id): bool {}

/** As Swoole\Timer::clearAll(). */
function swoole_timer_clear_all(): bool {}

/**
 * As Swoole\Timer::set().
 *
 * @phpstan-param array<string, mixed> $settings
 */
function swoole_timer_set(array $settings): void {}

/**
 * As Swoole\Event::add().
 *
 * @param mixed $fd
 */
function swoole_event_add(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = SWOOLE_EVENT_READ): int|false {}

/**
 * As Swoole\Event::set().
 *
 * @param mixed $fd
 */
function swoole_event_set(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = 0): bool {}

/**
 * As Swoole\Event::del().
 *
 * @param mixed $fd
 */
function swoole_event_del(mixed $fd): bool {}

/**
 * As Swoole\Event::isset().
 *
 * @param mixed $fd
 */
function swoole_event_isset(mixed $fd, int $events = SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE): bool {}

/**
 * As Swoole\Event::write().
 *
 * @param mixed $fd
 */
function swoole_event_write(mixed $fd, string $data): bool {}

/** As Swoole\Event::wait(). */
function swoole_event_wait(): void {}

/** As Swoole\Event::dispatch(). */
function swoole_event_dispatch(): bool {}

/** As Swoole\Event::exit(). */
function swoole_event_exit(): void {}

/** As Swoole\Event::defer(). */
function swoole_event_defer(callable $callback): bool {}

/** As Swoole\Event::cycle(). */
function swoole_event_cycle(?callable $callback, bool $before = false): bool {}

/** As Swoole\Event::rshutdown(). */
function swoole_event_rshutdown(): void {}
