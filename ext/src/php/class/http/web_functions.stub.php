<?php

/** @generate-function-entries */

/** For applications and scripts in contexts. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Runs a file as PHP-FPM would: in a fresh context, with the superglobals of the request. What the script prints, and
     * the head that it makes by header() and similar functions, is the answer, which has ended afterwards. Suspends.
     *
     * @param string $file its absolute path
     * @phpstan-param array<string, mixed> $server
     * @param array $server the script's $_SERVER
     * @phpstan-param array<string, string> $settings
     * @param array $settings ini settings of this request
     * @phpstan-param (callable(int): void)|null $onHead
     * @param callable|null $onHead is called outside of the context with the status, when the script's head is in the response. It may
     *     change the response's fields, and must not suspend
     * @throws \Error without opcache
     */
    function serve_script(\Swoole\Http\Request $request, \Swoole\Http\Response $response, string $file, array $server, array $settings = [], ?callable $onHead = null): void {}

    /**
     * The part of a file that a request with conditions and a range is answered with (RFC 9110). Several ranges are ignored.
     *
     * @param string $tag the file's ETag
     * @param int $changed seconds since 1970
     * @return array{int, int, int} the status, 200, 206, 304, 412 or 416, and where the part begins and how long it is
     */
    function wanted_part(\Swoole\Http\Request $request, string $tag, int $changed, int $size): array {}

    /** From now on, what code in this context prints, and header() and similar functions, belong to this answer. */
    function begin_answer(\Swoole\Http\Request $request, \Swoole\Http\Response $response): void {}

    /** The request has ended. A response that nobody keeps ends by itself now. */
    function end_answer(): void {}

    /** Gives the head that header() and similar functions have made to the answer, and returns what was printed since begin_answer(). */
    function take_printed(): string {}
}
