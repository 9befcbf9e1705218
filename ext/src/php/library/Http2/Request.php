<?php

declare(strict_types=1);

namespace Swoole\Http2;

/** What a client of HTTP/2 sends. */
class Request
{
    /** @var string with the query */
    public $path = '/';
    /** @var string */
    public $method = 'GET';
    /** @var array<string, string|int>|null */
    public $headers;
    /** @var array<string, string>|null */
    public $cookies;
    /** @var string|array<mixed> the body; an array is sent as a form */
    public $data = '';
    /** @var bool whether more of the body follows, by write() */
    public $pipeline = false;
    /** @var bool whether the response is read in pieces, by read() */
    public $usePipelineRead = false;
}
