<?php

/** @generate-class-entries */

namespace Tern\Http;

/** What Swoole\Http\Response lacks. */
final class Response
{
    /**
     * Has a function called, without arguments and in a coroutine of its own, when the client goes away before the response
     * is complete, or the connection ends for another reason. That is at most once, before the handler is cancelled, and also with
     * ignore_user_abort, which keeps the handler. Several are called in the order given. They are freed when the response is complete.
     *
     * A client that has closed its direction of the connection counts as gone, although it may still read.
     *
     * @param bool $cancel false: this call leaves open whether the handler is cancelled
     * @return bool false when it would never be called: the client has gone, or the response is complete
     */
    public static function onAbort(\Swoole\Http\Response $response, callable $callback, bool $cancel = true): bool {}

    /**
     * Sends 103 Early Hints at once (RFC 8297), so that browsers load what the page needs while it is made. Does not suspend.
     *
     * @phpstan-param list<string> $links
     * @param array $links values of Link fields, as '</style.css>; rel=preload; as=style'
     * @return bool as informational()
     */
    public static function earlyHints(\Swoole\Http\Response $response, array $links): bool {}

    /**
     * Sends an interim response at once (RFC 9110 15.2), as often as the program likes before the final head. Does not
     * suspend.
     *
     * @param int $status 102 to 199
     * @phpstan-param array<string, mixed> $headers
     * @param array $headers strings or lists of strings by field name, at most 100 lines and 16 KB; none of the connection's
     *     own, as Content-Length
     * @return bool false when nothing was sent: the final head was, the client has gone or takes nothing, or it speaks
     *     HTTP/1.0, which knows no interim responses
     */
    public static function informational(\Swoole\Http\Response $response, int $status, array $headers = []): bool {}
}
