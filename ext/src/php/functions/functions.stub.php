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

/**
 * @param int $family AF_INET or AF_INET6
 * @return array<string, string> the address of each interface, without loopback; the last one where it has several; none, with a
 *                               warning, for another family
 */
function swoole_get_local_ip(int $family = AF_INET): array {}

/** @return array<string, string> hardware addresses by interface, without loopback */
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

/** @return bool false when the program, or Tern itself, has a type for that extension */
function swoole_mime_type_add(string $suffix, string $mime_type): bool {}

/** @param string $suffix the extension, without a dot */
function swoole_mime_type_set(string $suffix, string $mime_type): void {}

/** @return bool false when there is none */
function swoole_mime_type_delete(string $suffix): bool {}

/** @return string the type of a file by its name */
function swoole_mime_type_get(string $filename): string {}

/** @implementation-alias swoole_mime_type_get */
function swoole_get_mime_type(string $filename): string {}

/** @param string $filename a name with an extension, or an extension */
function swoole_mime_type_exists(string $filename): bool {}

/** @return array<string, string> types by extension */
function swoole_mime_type_list(): array {}
