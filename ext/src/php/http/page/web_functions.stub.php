<?php

/** @generate-function-entries */

/** For applications and pages in contexts. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Runs a file as PHP-FPM would: in a fresh context, with the superglobals of the request. What the page prints, and
     * the head that it makes by header() and similar functions, is the response, which has ended afterwards. Suspends.
     *
     * @param string $file its absolute path
     * @phpstan-param array<string, mixed> $server
     * @param array $server the page's $_SERVER
     * @phpstan-param array<string, string> $settings
     * @param array $settings ini settings of this request
     * @phpstan-param (callable(int, bool): void)|null $onHead
     * @param callable|null $onHead is called outside of the context when the page's head is in the response, with the status, and
     *     whether its Content-Type is only PHP's default. It may change the response's fields, or send the response, and must not suspend
     * @param int|null $bodyOffset of a request that another process has passed on: where the client's body begins in this one's.
     *     The header fields are those in $server then
     * @throws \Error without opcache
     */
    function serve_script(\Swoole\Http\Request $request, \Swoole\Http\Response $response, string $file, array $server, array $settings = [], ?callable $onHead = null, ?int $bodyOffset = null): void {}

    /**
     * Of the page that has ended last in this process: call it when serve_script() has returned.
     *
     * @return array{int, int} the most memory that it had, in bytes that PHP takes from the system, and for how many milliseconds it
     *     computed
     */
    function page_figures(): array {}

    /**
     * Sends a file as the static file handler does. Its Content-Type is that of the response.
     *
     * @param string $file an absolute path
     * @param bool $validates the request's conditions and ranges count. If not, the whole file is sent with the response's status
     * @phpstan-param callable(int, int): void $onHead
     * @param callable $onHead is called before the head is sent, with the status and the time of change in seconds since 1970. It may
     *     change the response's fields, and must not suspend
     * @return bool false: it is no file that can be read, and nothing is sent
     */
    function send_file(\Swoole\Http\Response $response, string $file, bool $validates, callable $onHead): bool {}

    /** From now on, what code in this context prints, and header() and similar functions, belong to this response. */
    function begin_response(\Swoole\Http\Request $request, \Swoole\Http\Response $response): void {}

    /** The request has ended. A response that no code keeps ends by itself now. */
    function end_response(): void {}

    /**
     * The head of the response is complete: what the program prints from now on is the body, and flush() sends it.
     *
     * @return bool false: nothing has begun, as with code that is in no context
     */
    function begin_stream(): bool {}

    /** Gives the head that header() and similar functions have made to the response, and returns what was printed since begin_response(). */
    function take_printed(): string {}
}
