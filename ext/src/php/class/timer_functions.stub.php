<?php

/** @generate-function-entries */

/**
 * As Swoole\Timer::tick().
 *
 * @return int|false
 */
function swoole_timer_tick(int $ms, callable $callback, mixed ...$params) {}

/**
 * As Swoole\Timer::after().
 *
 * @return int|false
 */
function swoole_timer_after(int $ms, callable $callback, mixed ...$params) {}

/** As Swoole\Timer::exists(). */
function swoole_timer_exists(int $timer_id): bool {}

/** As Swoole\Timer::info(). */
function swoole_timer_info(int $timer_id): ?array {}

/** As Swoole\Timer::stats(). */
function swoole_timer_stats(): array {}

/** As Swoole\Timer::list(). */
function swoole_timer_list(): Swoole\Timer\Iterator {}

/** As Swoole\Timer::clear(). */
function swoole_timer_clear(int $timer_id): bool {}

/** As Swoole\Timer::clearAll(). */
function swoole_timer_clear_all(): bool {}

/** As Swoole\Timer::set(). */
function swoole_timer_set(array $settings): void {}
