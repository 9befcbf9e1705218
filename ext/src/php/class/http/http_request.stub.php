<?php

/** @generate-class-entries */

namespace Swoole\Http;

/**
 * A request. Its arrays are built when they are read for the first time.
 *
 * @not-serializable
 */
class Request
{
    /** @var int The number of the connection. */
    public $fd = 0;
    /** @var int 0 for HTTP/1. */
    public $streamId = 0;
    /** @var array<string, string|list<string>>|null Names in lower case; a list where a field came several times. */
    public $header;
    /** @var array<string, mixed>|null request_method, request_uri, path_info, query_string, remote_addr, ..., in lower case. */
    public $server;
    /** @var string[]|null Null when the request has none; so are the four below. */
    public $cookie;
    /** @var mixed[]|null */
    public $get;
    /** @var mixed[]|null */
    public $files;
    /** @var mixed[]|null */
    public $post;
    /** @var list<string>|null Paths of the uploaded files, removed after the request. */
    public $tmpfiles;

    /** @return string|false the body; for multipart/form-data, which is taken apart while it arrives, an empty string */
    public function getContent() {}

    /**
     * @implementation-alias Swoole\Http\Request::getContent
     * @return string|false
     */
    public function rawContent() {}

    /** @return string|false head and body as they were received */
    public function getData() {}

    /**
     * Makes a request that parse() fills.
     *
     * @phpstan-param array<string, mixed> $options
     * @param array $options parse_cookie, parse_body, parse_files: bool, true; upload_max_filesize: bytes
     * @return Request
     */
    public static function create(array $options = []) {}

    /**
     * Feeds bytes to a request of create().
     *
     * @return int|false how many bytes were used; false when the request is complete or not well-formed
     */
    public function parse(string $data) {}

    /** @return bool whether head and body are complete */
    public function isCompleted() {}

    /** @return string|false */
    public function getMethod() {}
}
