<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Grammar;
use ValueError;
use function is_array;
use function is_string;

/** What the next request of Swoole\Coroutine\Http\Client has. */
trait Preparation
{
    private const URLENCODED = 'application/x-www-form-urlencoded';
    private const MULTIPART = 'multipart/form-data';

    /** @var string|null of the last request; execute() and download() use it again. Null: by whether there is a body */
    public $requestMethod;
    /** @var array<mixed>|null of all requests */
    public $requestHeaders;
    /** @var string|array<mixed>|null of the next request */
    public $requestBody;
    /** @var list<array{name: string, type: string, filename: string, size: int, path?: string, offset?: int, content?: string}>|null of the next request */
    public $uploadFiles;
    /** @var string|null what download() writes to */
    public $downloadFile;
    /** @var int */
    public $downloadOffset = 0;

    /**
     * Of execute() and download(), until another one is set, or used by get(), post() or upgrade().
     *
     * @throws ValueError
     */
    public function setMethod(string $method): bool
    {
        if (!Grammar::isToken($method)) {
            throw new ValueError(self::class . '::setMethod(): Argument #1 ($method) must have letters, digits and !#$%&\'*+-.^_`|~ only, '
                . json_encode($method, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
        }
        $this->requestMethod = $method;
        return true;
    }

    /**
     * Of all requests from here on, instead of those that were set before.
     *
     * @param array<mixed> $headers value or list of values by name
     * @throws ValueError
     */
    public function setHeaders(array $headers): bool
    {
        if ($headers !== $this->link->head->headers) {
            $this->link->head->setHeaders($headers, self::class . '::setHeaders()');
        }
        $this->requestHeaders = $headers;
        return true;
    }

    /** Sends the field Authorization with all requests, until setHeaders(). */
    public function setBasicAuth(string $username, string $password): void
    {
        $others = array_filter($this->requestHeaders ?? [], fn($name) => strcasecmp((string) $name, 'authorization') !== 0, ARRAY_FILTER_USE_KEY);
        $this->setHeaders($others + ['Authorization' => Grammar::basic($username, $password)]);
    }

    /**
     * Of all requests from here on, instead of those that were set before, by the server as well.
     *
     * @param array<mixed> $cookies values by name, which are sent URL-encoded
     * @throws ValueError
     */
    public function setCookies(array $cookies): bool
    {
        $this->link->head->setCookies($cookies, self::class . '::setCookies()');
        $this->cookies = $cookies;
        return true;
    }

    /**
     * The body of the next request, and of later ones by execute() and download(), until it is set again. They are POST unless
     * another method was used or set.
     *
     * @param array<mixed>|string $data fields of a form are sent URL-encoded, or beside files as multipart/form-data
     */
    public function setData(array|string $data): bool
    {
        $this->requestBody = $data;
        $this->sendsBody = true;
        return true;
    }

    /**
     * Sends a file, or a part of it, with the next request, in a form. It is read while it is sent.
     *
     * @param string $name of the field
     * @param string|null $type null: by the file's extension
     * @param string|null $filename null: that of the file
     * @param int $length bytes; 0: to its end
     */
    public function addFile(string $path, string $name, ?string $type = null, ?string $filename = null, int $offset = 0, int $length = 0): bool
    {
        try {
            $this->uploadFiles[] = Uploads::file($path, $name, $type, $filename, $offset, $length, self::class . '::addFile()');
            return true;
        } catch (Failure $why) {
            return $this->fail($why->getCode(), $why->getMessage());
        }
    }

    /**
     * As addFile(), with the content in $path.
     *
     * @param string|null $type null: application/octet-stream
     * @param string|null $filename null: $name
     */
    public function addData(string $path, string $name, ?string $type = null, ?string $filename = null): bool
    {
        $this->uploadFiles[] = Uploads::data($path, $name, $type, $filename, self::class . '::addData()');
        return true;
    }

    /** The next request, of which method and body are left for later ones. */
    private function prepare(string $path, ?string $method, string $where, bool $upgrades): Request
    {
        $head = $this->link->head;
        if ($this->requestHeaders !== $head->headers) {
            $head->setHeaders($this->requestHeaders, $where);
        }
        if ($this->cookies !== $head->cookies) {
            $head->setCookies($this->cookies, $where);
        }
        $body = $this->sendsBody ? $this->requestBody : null;
        $uploads = $this->uploadFiles ?? [];
        $this->uploadFiles = null;
        $this->sendsBody = false;
        $method ??= $body !== null || $uploads !== [] ? 'POST' : 'GET';
        $request = new Request();
        $request->method = $method;
        $request->path = Request::target($path, $where);
        $request->upgrades = $upgrades;
        if ($this->downloadFile !== null) {
            $request->file = $this->downloadFile;
            $request->offset = $this->downloadOffset;
        }
        if (!$upgrades && ($body !== null || $uploads !== [])) {
            $this->fill($request, is_array($body) ? $body : (string) $body, $uploads);
        }
        return $request;
    }

    /**
     * @param array<mixed>|string $body
     * @param list<array{name: string, type: string, filename: string, size: int, path?: string, offset?: int, content?: string}> $uploads
     */
    private function fill(Request $request, array|string $body, array $uploads): void
    {
        if ($uploads === [] && is_string($body)) {
            $request->body = $body;
            return;
        }
        $fields = is_array($body) ? $body : [];
        if ($uploads !== [] || stripos($this->link->head->type, self::MULTIPART) === 0) {
            $request->form = new Form($fields, $uploads);
            $request->type = $request->form->type;
        } else {
            $request->body = http_build_query($fields, '', '&');
            $request->type = self::URLENCODED;
        }
    }
}
