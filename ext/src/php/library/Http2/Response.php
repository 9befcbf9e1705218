<?php

declare(strict_types=1);

namespace Swoole\Http2;

/** What a server of HTTP/2 answered. */
class Response
{
    /** @var int what send() of the request returned */
    public $streamId = 0;
    /** @var int the error code of HTTP/2 with which the server ended the stream */
    public $errCode = 0;
    /** @var int */
    public $statusCode = 0;
    /** @var bool whether more of the body follows */
    public $pipeline = false;
    /** @var array<string, string>|null by their names in lower case */
    public $headers;
    /** @var array<string>|null each as the server sent it */
    public $set_cookie_headers;
    /** @var array<string, string>|null */
    public $cookies;
    /** @var string|null the body */
    public $data;
}
