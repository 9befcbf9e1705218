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
     * @throws \Error without opcache
     */
    function serve_script(\Swoole\Http\Request $request, \Swoole\Http\Response $response, string $file, array $server, array $settings = []): void {}

    /** From now on, what code in this context prints, and header() and similar functions, belong to this answer. */
    function begin_answer(\Swoole\Http\Request $request, \Swoole\Http\Response $response): void {}

    /** Gives the head that header() and similar functions have made to the answer, and returns what was printed since begin_answer(). */
    function take_printed(): string {}
}
