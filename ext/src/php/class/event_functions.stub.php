<?php

/** @generate-function-entries */

/**
 * As Swoole\Event::add().
 *
 * @return int|false
 */
function swoole_event_add(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = SWOOLE_EVENT_READ) {}

/** As Swoole\Event::set(). */
function swoole_event_set(mixed $fd, ?callable $read_callback = null, ?callable $write_callback = null, int $events = 0): bool {}

/** As Swoole\Event::del(). */
function swoole_event_del(mixed $fd): bool {}

/** As Swoole\Event::isset(). */
function swoole_event_isset(mixed $fd, int $events = SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE): bool {}

/** As Swoole\Event::write(). */
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
