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
    /** @var string[]|null By names in lower case. Of a field that came several times the values are joined. */
    public $header;
    /**
     * @phpstan-var array{request_method: string, request_uri: string, path_info: string, server_protocol: string, server_port: int,
     *     remote_addr: string, remote_port: int, request_time: int, request_time_float: float, master_time: int,
     *     query_string?: string, https?: string, server_name?: string, ssl_protocol?: string, ssl_cipher?: string,
     *     ssl_server_name?: string, ssl_session_reused?: string, ssl_client_verify?: string, ssl_client_s_dn?: string,
     *     ssl_client_i_dn?: string, ssl_client_serial?: string, ssl_client_fingerprint?: string, ssl_client_v_start?: string,
     *     ssl_client_v_end?: string, ssl_client_raw_cert?: string}
     * @var array<string, mixed>|null request_method, request_uri, path_info, query_string, remote_addr, ..., in lower case.
     */
    public $server;
    /** @var string[]|null Null when the request has none; so are the four below. */
    public $cookie;
    /** @var mixed[]|null */
    public $get;
    /**
     * @phpstan-var array<array{name: string, type: string, tmp_name: string, error: int, size: int}>|null
     * @var mixed[]|null Those of a field `name[]` are one level deeper.
     */
    public $files;
    /** @var mixed[]|null */
    public $post;
    /** @var list<string>|null Paths of the uploaded files, removed after the request. */
    public $tmpfiles;

    /**
     * @return string|false the body; for multipart/form-data, which is taken apart while it arrives, an empty string
     * @tentative-return-type
     */
    public function getContent(): string|false {}

    /**
     * @implementation-alias Swoole\Http\Request::getContent
     * @tentative-return-type
     */
    public function rawContent(): string|false {}

    /**
     * @return string|false head and body as they were received
     * @tentative-return-type
     */
    public function getData(): string|false {}

    /**
     * Makes a request that parse() fills.
     *
     * @phpstan-param array<string, mixed> $options
     * @param array $options parse_cookie, parse_body, parse_files: bool, true; upload_max_filesize: bytes
     * @tentative-return-type
     */
    public static function create(array $options = []): \Swoole\Http\Request {}

    /**
     * Feeds bytes to a request of create().
     *
     * @return int|false how many bytes were used; false when the request is complete or not well-formed
     * @tentative-return-type
     */
    public function parse(string $data): int|false {}

    /**
     * @return bool whether head and body are complete
     * @tentative-return-type
     */
    public function isCompleted(): bool {}

    /**
     * @return string|false false in a request of create() whose head is not complete
     * @tentative-return-type
     */
    public function getMethod(): string|false {}
}
