<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use InvalidArgumentException;
use Stringable;

/** A request for a program that speaks CGI, such as PHP-FPM. with...() change the object and return it. */
class HttpRequest extends Request
{
    private const HEADER = 'HTTP_';
    private const VERSIONS = ['1.0' => 'HTTP/1.0', '1.1' => 'HTTP/1.1', '2' => 'HTTP/2'];

    /** @var array<string, string> */
    protected array $params = [
        'REQUEST_SCHEME' => 'http',
        'REQUEST_METHOD' => 'GET',
        'DOCUMENT_ROOT' => '',
        'SCRIPT_FILENAME' => '',
        'SCRIPT_NAME' => '',
        'DOCUMENT_URI' => '/',
        'REQUEST_URI' => '/',
        'QUERY_STRING' => '',
        'CONTENT_TYPE' => 'text/plain',
        'CONTENT_LENGTH' => '0',
        'GATEWAY_INTERFACE' => 'CGI/1.1',
        'SERVER_PROTOCOL' => 'HTTP/1.1',
        'SERVER_SOFTWARE' => 'swoole/' . SWOOLE_VERSION,
        'REMOTE_ADDR' => 'unknown',
        'REMOTE_PORT' => '0',
        'SERVER_ADDR' => 'unknown',
        'SERVER_PORT' => '0',
        'SERVER_NAME' => 'Swoole',
        'REDIRECT_STATUS' => '200',
    ];

    public function getScheme(): ?string
    {
        return $this->params['REQUEST_SCHEME'] ?? null;
    }

    /** @return static */
    public function withScheme(string $scheme): self
    {
        return $this->withParam('REQUEST_SCHEME', $scheme);
    }

    public function withoutScheme(): void
    {
        unset($this->params['REQUEST_SCHEME']);
    }

    public function getMethod(): ?string
    {
        return $this->params['REQUEST_METHOD'] ?? null;
    }

    /** @return static */
    public function withMethod(string $method): self
    {
        return $this->withParam('REQUEST_METHOD', $method);
    }

    public function withoutMethod(): void
    {
        unset($this->params['REQUEST_METHOD']);
    }

    public function getDocumentRoot(): ?string
    {
        return $this->params['DOCUMENT_ROOT'] ?? null;
    }

    /** @return static */
    public function withDocumentRoot(string $documentRoot): self
    {
        return $this->withParam('DOCUMENT_ROOT', $documentRoot);
    }

    public function withoutDocumentRoot(): void
    {
        unset($this->params['DOCUMENT_ROOT']);
    }

    public function getScriptFilename(): ?string
    {
        return $this->params['SCRIPT_FILENAME'] ?? null;
    }

    /** @return static */
    public function withScriptFilename(string $scriptFilename): self
    {
        return $this->withParam('SCRIPT_FILENAME', $scriptFilename);
    }

    public function withoutScriptFilename(): void
    {
        unset($this->params['SCRIPT_FILENAME']);
    }

    public function getScriptName(): ?string
    {
        return $this->params['SCRIPT_NAME'] ?? null;
    }

    /** @return static */
    public function withScriptName(string $scriptName): self
    {
        return $this->withParam('SCRIPT_NAME', $scriptName);
    }

    public function withoutScriptName(): void
    {
        unset($this->params['SCRIPT_NAME']);
    }

    /**
     * Sets request URI, document URI and query string.
     *
     * @param string $uri a path, with the query if there is one
     * @return static
     */
    public function withUri(string $uri): self
    {
        [$path, $query] = explode('?', $uri, 2) + ['', ''];
        return $this->withRequestUri($uri)->withDocumentUri($path)->withQueryString($query);
    }

    public function getDocumentUri(): ?string
    {
        return $this->params['DOCUMENT_URI'] ?? null;
    }

    /** @return static */
    public function withDocumentUri(string $documentUri): self
    {
        return $this->withParam('DOCUMENT_URI', $documentUri);
    }

    public function withoutDocumentUri(): void
    {
        unset($this->params['DOCUMENT_URI']);
    }

    public function getRequestUri(): ?string
    {
        return $this->params['REQUEST_URI'] ?? null;
    }

    /** @return static */
    public function withRequestUri(string $requestUri): self
    {
        return $this->withParam('REQUEST_URI', $requestUri);
    }

    public function withoutRequestUri(): void
    {
        unset($this->params['REQUEST_URI']);
    }

    /**
     * @param array<mixed>|string $query
     * @return static
     */
    public function withQuery($query): self
    {
        return $this->withQueryString(is_array($query) ? http_build_query($query) : $query);
    }

    public function getQueryString(): ?string
    {
        return $this->params['QUERY_STRING'] ?? null;
    }

    /** @return static */
    public function withQueryString(string $queryString): self
    {
        return $this->withParam('QUERY_STRING', $queryString);
    }

    public function withoutQueryString(): void
    {
        unset($this->params['QUERY_STRING']);
    }

    public function getContentType(): ?string
    {
        return $this->params['CONTENT_TYPE'] ?? null;
    }

    /** @return static */
    public function withContentType(string $contentType): self
    {
        return $this->withParam('CONTENT_TYPE', $contentType);
    }

    public function withoutContentType(): void
    {
        unset($this->params['CONTENT_TYPE']);
    }

    public function getContentLength(): ?int
    {
        return isset($this->params['CONTENT_LENGTH']) ? (int) $this->params['CONTENT_LENGTH'] : null;
    }

    /** @return static */
    public function withContentLength(int $contentLength): self
    {
        return $this->withParam('CONTENT_LENGTH', (string) $contentLength);
    }

    public function withoutContentLength(): void
    {
        unset($this->params['CONTENT_LENGTH']);
    }

    public function getGatewayInterface(): ?string
    {
        return $this->params['GATEWAY_INTERFACE'] ?? null;
    }

    /** @return static */
    public function withGatewayInterface(string $gatewayInterface): self
    {
        return $this->withParam('GATEWAY_INTERFACE', $gatewayInterface);
    }

    public function withoutGatewayInterface(): void
    {
        unset($this->params['GATEWAY_INTERFACE']);
    }

    public function getServerProtocol(): ?string
    {
        return $this->params['SERVER_PROTOCOL'] ?? null;
    }

    /** @return static */
    public function withServerProtocol(string $serverProtocol): self
    {
        return $this->withParam('SERVER_PROTOCOL', $serverProtocol);
    }

    public function withoutServerProtocol(): void
    {
        unset($this->params['SERVER_PROTOCOL']);
    }

    /**
     * @param string $protocolVersion 1.0, 1.1 or 2
     * @return static
     */
    public function withProtocolVersion(string $protocolVersion): self
    {
        $protocol = self::VERSIONS[$protocolVersion] ?? null;
        if ($protocol === null) {
            throw new InvalidArgumentException("A version of HTTP is 1.0, 1.1 or 2, '$protocolVersion' given");
        }
        return $this->withServerProtocol($protocol);
    }

    public function getServerSoftware(): ?string
    {
        return $this->params['SERVER_SOFTWARE'] ?? null;
    }

    /** @return static */
    public function withServerSoftware(string $serverSoftware): self
    {
        return $this->withParam('SERVER_SOFTWARE', $serverSoftware);
    }

    public function withoutServerSoftware(): void
    {
        unset($this->params['SERVER_SOFTWARE']);
    }

    public function getRemoteAddr(): ?string
    {
        return $this->params['REMOTE_ADDR'] ?? null;
    }

    /** @return static */
    public function withRemoteAddr(string $remoteAddr): self
    {
        return $this->withParam('REMOTE_ADDR', $remoteAddr);
    }

    public function withoutRemoteAddr(): void
    {
        unset($this->params['REMOTE_ADDR']);
    }

    public function getRemotePort(): ?int
    {
        return isset($this->params['REMOTE_PORT']) ? (int) $this->params['REMOTE_PORT'] : null;
    }

    /** @return static */
    public function withRemotePort(int $remotePort): self
    {
        return $this->withParam('REMOTE_PORT', (string) $remotePort);
    }

    public function withoutRemotePort(): void
    {
        unset($this->params['REMOTE_PORT']);
    }

    public function getServerAddr(): ?string
    {
        return $this->params['SERVER_ADDR'] ?? null;
    }

    /** @return static */
    public function withServerAddr(string $serverAddr): self
    {
        return $this->withParam('SERVER_ADDR', $serverAddr);
    }

    public function withoutServerAddr(): void
    {
        unset($this->params['SERVER_ADDR']);
    }

    public function getServerPort(): ?int
    {
        return isset($this->params['SERVER_PORT']) ? (int) $this->params['SERVER_PORT'] : null;
    }

    /** @return static */
    public function withServerPort(int $serverPort): self
    {
        return $this->withParam('SERVER_PORT', (string) $serverPort);
    }

    public function withoutServerPort(): void
    {
        unset($this->params['SERVER_PORT']);
    }

    public function getServerName(): ?string
    {
        return $this->params['SERVER_NAME'] ?? null;
    }

    /** @return static */
    public function withServerName(string $serverName): self
    {
        return $this->withParam('SERVER_NAME', $serverName);
    }

    public function withoutServerName(): void
    {
        unset($this->params['SERVER_NAME']);
    }

    public function getRedirectStatus(): ?string
    {
        return $this->params['REDIRECT_STATUS'] ?? null;
    }

    /** @return static */
    public function withRedirectStatus(string $redirectStatus): self
    {
        return $this->withParam('REDIRECT_STATUS', $redirectStatus);
    }

    public function withoutRedirectStatus(): void
    {
        unset($this->params['REDIRECT_STATUS']);
    }

    /** @param string $name upper or lower case */
    public function getHeader(string $name): ?string
    {
        return $this->params[static::convertHeaderNameToParamName($name)] ?? null;
    }

    /** @return static */
    public function withHeader(string $name, string $value): self
    {
        return $this->withParam(static::convertHeaderNameToParamName($name), $value);
    }

    public function withoutHeader(string $name): void
    {
        unset($this->params[static::convertHeaderNameToParamName($name)]);
    }

    /** @return array<string, string> by names as in Content-Type */
    public function getHeaders(): array
    {
        $headers = [];
        foreach ($this->params as $name => $value) {
            if (str_starts_with((string) $name, self::HEADER)) {
                $headers[static::convertParamNameToHeaderName($name)] = $value;
            }
        }
        return $headers;
    }

    /**
     * @param array<string, string> $headers
     * @return static
     */
    public function withHeaders(array $headers): self
    {
        foreach ($headers as $name => $value) {
            $this->withHeader($name, $value);
        }
        return $this;
    }

    /**
     * Sets the content length, too.
     *
     * @param array<mixed>|string|Stringable $body an array is sent as a form
     * @return static
     */
    public function withBody(Stringable|array|string $body): self
    {
        if (is_array($body)) {
            $body = http_build_query($body);
            $this->withContentType('application/x-www-form-urlencoded');
        }
        parent::withBody($body);
        return $this->withContentLength(strlen($this->body));
    }

    /** @return string */
    protected static function convertHeaderNameToParamName(string $name)
    {
        return self::HEADER . strtoupper(strtr($name, '-', '_'));
    }

    /** @return string */
    protected static function convertParamNameToHeaderName(string $name)
    {
        return ucwords(strtolower(strtr(substr($name, strlen(self::HEADER)), '_', '-')), '-');
    }
}
