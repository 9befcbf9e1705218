<?php

/** @generate-function-entries */

/**
 * Functions of PHP that suspend the coroutine that calls them, whatever is hooked. Outside of coroutines they block.
 */

/**
 * As exec(). Suspends.
 *
 * @param array $output
 * @param int $returnVar
 * @phpstan-param-out list<string> $output
 * @phpstan-param-out int $returnVar
 * @return string|false the last line
 */
function swoole_exec(string $command, &$output = null, &$returnVar = null) {}

/**
 * As shell_exec(). Suspends.
 *
 * @return string|false|null the output; null: there was none
 */
function swoole_shell_exec(string $cmd) {}

/**
 * As gethostbynamel(). Suspends.
 *
 * @return list<string>|false IPv4 addresses
 */
function swoole_gethostbynamel(string $domain) {}

/** As gethostbyaddr(). Suspends. "" with a warning for what is no address. */
function swoole_gethostbyaddr(string $ip): string {}

/** As mail(). Suspends. */
function swoole_mail(string $to, string $subject, string $message, array $headers = []): bool {}

/** As checkdnsrr(). Suspends. */
function swoole_checkdnsrr(string $hostname, string $type = 'MX'): bool {}

/** As dns_check_record(). Suspends. */
function swoole_dns_check_record(string $hostname, string $type = 'MX'): bool {}

/** As getmxrr(). Suspends. */
function swoole_getmxrr(string $hostname, array &$hosts, ?array &$weights = null): bool {}

/** As dns_get_mx(). Suspends. */
function swoole_dns_get_mx(string $hostname, array &$hosts, ?array &$weights = null): bool {}

/**
 * As dns_get_record(). Suspends.
 *
 * @return list<array<string, mixed>>|false
 */
function swoole_dns_get_record(string $hostname, int $type = DNS_ANY, ?array &$authoritative_name_servers = null, ?array &$additional_records = null, bool $raw = false): array|false {}
