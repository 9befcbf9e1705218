<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Http;

use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\HttpConnection;

/** One request of this library with a text as its body, and the response, over HTTP/1.1. */
final class Http1Call
{
    /**
     * Sends the request, and receives the head of the response. Suspends.
     *
     * @param array<string, string|int> $fields the names are known to be ones: see Grammar::isToken()
     * @throws Failure
     */
    public static function send(HttpConnection $http, string $method, string $target, array $fields, string $body, Deadline $until): void
    {
        $head = Lines::request($method, $target);
        foreach ($fields as $name => $value) {
            $head .= Lines::field($name, (string) $value);
        }
        if (!$http->send("$head\r\n", $body, $until->left()) || !$http->receiveHead($method, $until->left())) {
            throw Failure::coded($http->errCode, $http->errMsg);
        }
    }

    /**
     * The body of the response. Suspends.
     *
     * @throws Failure
     */
    public static function body(HttpConnection $http, Deadline $until): string
    {
        for ($body = ''; ($piece = $http->receivePiece($until->left())) !== ''; $body .= $piece) {
            if ($piece === false) {
                throw Failure::coded($http->errCode, $http->errMsg);
            }
        }
        return $body;
    }
}
