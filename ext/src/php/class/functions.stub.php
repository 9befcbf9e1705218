<?php

/** @generate-function-entries */

/** The version of the API, not of Tern: TERN_VERSION has that. */
function swoole_version(): string {}

/** How many CPUs this process may run on. */
function swoole_cpu_num(): int {}

/** The number of the last failure, a SWOOLE_ERROR_* constant or an errno; 0 when there was none. */
function swoole_last_error(): int {}

/** @param int $error_type which numbers: a SWOOLE_STRERROR_* constant; numbers from 500 are always SWOOLE_ERROR_* */
function swoole_strerror(int $errno, int $error_type = SWOOLE_STRERROR_SYSTEM): string {}

/** The errno of the last system call. */
function swoole_errno(): int {}

function swoole_clear_error(): void {}

/** @return bool false when the system does not allow it */
function swoole_set_process_name(string $process_name): bool {}

/** IPv4 addresses by interface, without loopback. */
function swoole_get_local_ip(): array {}

/** Hardware addresses by interface, without loopback. */
function swoole_get_local_mac(): array {}

/** @param int $level a SWOOLE_LOG_* constant; levels below log_level are dropped */
function swoole_error_log(int $level, string $msg): void {}

/** As swoole_error_log(), with an error number; dropped for numbers given to swoole_ignore_error(). */
function swoole_error_log_ex(int $level, int $error, string $msg): void {}

/** At most 32 numbers can be ignored. */
function swoole_ignore_error(int $error): void {}

/** Does nothing: names are kept by the system's resolver. */
function swoole_clear_dns_cache(): void {}

/** @param int $type 0: the hash of PHP's own arrays */
function swoole_hashcode(string $data, int $type = 0): int|false {}
