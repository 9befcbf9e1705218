<?php

/** @generate-function-entries */

namespace Swoole\Coroutine {

    /**
     * Runs functions at the same time, each in a coroutine of its own. Suspends. When all have ended, the first exception
     * that one of them did not catch is thrown.
     *
     * @template TKey of array-key
     * @template TValue
     * @phpstan-param array<TKey, callable(): TValue> $tasks
     * @param float $timeout in seconds; 0 or less: no limit
     * @return array<TKey, TValue|null> what they returned, by the keys of $tasks; null for those that have not ended in time, and continue
     */
    function batch(array $tasks, float $timeout = -1): array {}

    /**
     * Runs one function in $n coroutines at the same time and waits for them. Suspends. When all have ended, the first
     * exception that was not caught is thrown.
     */
    function parallel(int $n, callable $fn): void {}

    /**
     * Calls a function with each value of a list, at the same time, each in a coroutine of its own. Suspends. When all
     * have ended, the first exception that was not caught is thrown.
     *
     * @template TKey of array-key
     * @template TValue
     * @template TResult
     * @phpstan-param array<TKey, TValue> $list
     * @phpstan-param callable(TValue): TResult $fn
     * @param float $timeout in seconds; 0 or less: no limit
     * @return array<TKey, TResult|null> what it returned, by the keys of $list; null for calls that have not ended in time, and continue
     */
    function map(array $list, callable $fn, float $timeout = -1): array {}
}

namespace Swoole\Coroutine\Http {

    /**
     * One HTTP request. Suspends; outside of coroutines the drivers curl and stream block the process. Redirects are not followed.
     *
     * The option http_client_driver of swoole_library_set_option() says what makes it: swoole (Swoole\Coroutine\Http\Client, the
     * default), curl or stream.
     *
     * @param string $url http:// or https://
     * @param string $method as GET
     * @param array|string|null $data the body; an array is sent as a form; null: none. Without a Content-Type of yours it has that of forms
     * @phpstan-param array<string, mixed>|null $options
     * @param array|null $options of Swoole\Coroutine\Http\Client::set(); curl and stream know timeout, connect_timeout (seconds), ssl_verify_peer,
     *  ssl_cafile, ssl_capath, ssl_cert_file, ssl_key_file, ssl_passphrase, and stream ssl_allow_self_signed
     * @phpstan-param array<string, string>|null $headers
     * @param array|null $headers by name
     * @phpstan-param array<string, string>|null $cookies
     * @param array|null $cookies by name
     * @throws Client\Exception when there is no response; the code is the error number of the driver
     */
    function request(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}

    /**
     * request() by Swoole\Coroutine\Http\Client. Suspends.
     *
     * @phpstan-param array<string, mixed>|null $options
     * @phpstan-param array<string, string>|null $headers
     * @phpstan-param array<string, string>|null $cookies
     * @throws Client\Exception
     */
    function request_with_http_client(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}

    /**
     * request() by the curl extension. Suspends, or blocks outside of coroutines.
     *
     * @phpstan-param array<string, mixed>|null $options
     * @phpstan-param array<string, string>|null $headers
     * @phpstan-param array<string, string>|null $cookies
     * @throws Client\Exception
     */
    function request_with_curl(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}

    /**
     * request() by PHP's own HTTP streams. Suspends, or blocks outside of coroutines.
     *
     * @phpstan-param array<string, mixed>|null $options
     * @phpstan-param array<string, string>|null $headers
     * @phpstan-param array<string, string>|null $cookies
     * @throws Client\Exception
     */
    function request_with_stream(string $url, string $method, mixed $data = null, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}

    /**
     * request() with POST. Suspends.
     *
     * @phpstan-param array<string, mixed>|null $options
     * @phpstan-param array<string, string>|null $headers
     * @phpstan-param array<string, string>|null $cookies
     * @throws Client\Exception
     */
    function post(string $url, mixed $data, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}

    /**
     * request() with GET. Suspends.
     *
     * @phpstan-param array<string, mixed>|null $options
     * @phpstan-param array<string, string>|null $headers
     * @phpstan-param array<string, string>|null $cookies
     * @throws Client\Exception
     */
    function get(string $url, ?array $options = null, ?array $headers = null, ?array $cookies = null): ClientProxy {}
}

namespace {

    function swoole_string(string $string = ''): \Swoole\StringObject {}

    /** It needs ext/mbstring. */
    function swoole_mbstring(string $string = ''): \Swoole\MultibyteStringObject {}

    function swoole_array(array $array = []): \Swoole\ArrayObject {}

    /** @param mixed $arrray the values */
    function swoole_array_list(...$arrray): \Swoole\ArrayObject {}

    /**
     * @param int|string $key
     * @param mixed $default_value
     * @return mixed $default_value where there is no such key
     */
    function swoole_array_default_value(array $array, $key, $default_value = null) {}

    /**
     * A table that is ready for use.
     *
     * @param string $fields name:type, with commas between them; types are int or i, float or f, string:bytes or s:bytes
     * @throws \RuntimeException for fields that are not written so
     */
    function swoole_table(int $size, string $fields): \Swoole\Table {}

    /** @phpstan-param array<string, mixed> $options all of them from now on */
    function swoole_library_set_options(array $options): void {}

    /** @return array<string, mixed> */
    function swoole_library_get_options(): array {}

    function swoole_library_set_option(string $key, mixed $value): void {}

    /** @return mixed null where it was not set */
    function swoole_library_get_option(string $key): mixed {}

    /** Whether this process runs in a container of Docker, Podman, containerd or Kubernetes, as far as can be seen. */
    function swoole_is_in_container(): bool {}

    /** The number of CPUs that the container may use, rounded up; outside of containers that of swoole_cpu_num(). */
    function swoole_container_cpu_num(): int {}

    /** @param \Swoole\NameResolver $ns asked after those that were added before */
    function swoole_name_resolver_add(\Swoole\NameResolver $ns): bool {}

    /** @return bool false: it was not added */
    function swoole_name_resolver_remove(\Swoole\NameResolver $ns): bool {}

    /**
     * The address of a service or host, by the resolvers that were added, then by DNS. May suspend.
     *
     * @param \Swoole\NameResolver\Context $ctx remembers the servers of a service, so that a further call returns another one
     * @return string with the port, where the context wants that and it is known; '': there is none
     */
    function swoole_name_resolver_lookup(string $name, \Swoole\NameResolver\Context $ctx): string {}

    /**
     * Starts a server of remote objects for this program, once: a copy of this process that listens on a unix socket, and ends
     * after this process and what it has forked. May suspend.
     *
     * @throws \Swoole\RemoteObject\Exception when that fails
     */
    function swoole_init_default_remote_object_server(): void {}

    /**
     * The client of this coroutine, or of the process outside of coroutines, for that server. Starts it. May suspend.
     *
     * @throws \Swoole\RemoteObject\Exception when that fails
     */
    function swoole_get_default_remote_object_client(): \Swoole\RemoteObject\Client {}
}

/** For the classes in php/library. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Waits for wake(). Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    function wait(float $timeout): bool {}

    /**
     * Makes blocking calls of the running coroutine suspend it, whatever hooks the program wants, until uncooperate().
     *
     * @param float $timeout in seconds, after which those calls fail as if the coroutine was cancelled; 0 or less: no limit
     *     but that of a cooperate() around this one
     * @return int for uncooperate()
     */
    function cooperate(float $timeout = 0): int {}

    /** What was before the cooperate() that returned $before. */
    function uncooperate(int $before): void {}

    /** Whether the time that cooperate() gave is over. */
    function is_overdue(): bool {}

    /** Whether this process serves, as opposed to a program without a server. */
    function in_worker(): bool {}

    /**
     * As get_declared_classes(), without classes of the API that are not loaded yet.
     *
     * @return list<class-string>
     */
    function loaded_classes(): array {}

    /** For the log and `tern doctor`: the program has set an option that means nothing where it was given. */
    function note_option(string $name): void {}

    /** Sets what swoole_last_error() returns. */
    function remember_error(int $code): void {}

    /**
     * As Swoole\Coroutine\run(), for coroutines that $start starts. It is called outside of coroutines.
     *
     * @return bool|null null: coroutines run already, and nothing was called
     */
    function run_all(callable $start): ?bool {}

    /**
     * The options that the program has set, by whatever set(), and that have no effect there.
     *
     * @return array<string, string> why, by name; '': it means nothing there
     */
    function options_without_effect(): array {}

    /**
     * Suspends until the end of this turn of the loop.
     *
     * @return bool false when the wait was cancelled
     */
    function give_way(): bool {}

    /**
     * The request that the running coroutine handles has come just now, and runs in the order of requests from now on.
     *
     * @return bool true: no other request is in that order, so it may start; outside of coroutines, too
     */
    function enter_order(): bool {}

    /**
     * Suspends until no older request can run.
     *
     * @param float $timeout seconds; 0 or less: no limit
     * @return bool false when the time was over or the wait was cancelled
     */
    function wait_for_start(float $timeout): bool {}

    /**
     * Resumes a coroutine that is in wait() or wait_for_event(), at once. It runs until it suspends again or ends.
     *
     * @return bool false when there is no such coroutine or it does not wait there
     */
    function wake(int $cid): bool {}

    /**
     * Waits for wake(). Suspends.
     *
     * @param bool $in_background the program may end meanwhile: then the coroutine is cancelled
     * @return bool|null false: the wait was cancelled; null: nothing can happen any more in this program
     */
    function wait_for_event(bool $in_background): ?bool {}

    /**
     * One turn of the loop, outside of coroutines in a program without a server: waits until something happens.
     *
     * @return bool false when nothing can happen any more
     */
    function turn(): bool {}

    /**
     * What Set-Cookie has.
     *
     * @throws \ValueError when a part has what no cookie may have
     */
    function cookie_line(string $name, string $value, int $expires, string $path, string $domain, bool $secure, bool $httpOnly, string $sameSite, string $priority, bool $partitioned, bool $encode): string {}

    /**
     * Gives the declared properties of an object the values that (array) had made of them. Readonly ones stay.
     *
     * @phpstan-param array<array-key, mixed> $then
     * @return bool false: the object may have other properties, too, and was not touched
     */
    function restore_properties(object $object, array $then): bool {}

    /** Ends a response in pieces that cannot be completed, so that the client does not take it for a complete one. */
    function abort_response(\Swoole\Http\Response $response): void {}

    /**
     * Whether static files with such a path are hidden: programs, backups and what else docs/static.md lists.
     *
     * @param string $path starts with /
     * @phpstan-param list<string> $patterns
     * @param array $patterns hides these, too, as static_hidden_names does
     */
    function is_hidden_path(string $path, array $patterns = []): bool {}
}
