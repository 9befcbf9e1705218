<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use InvalidArgumentException;
use Stringable;
use function is_array;
use function strlen;

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
        return $this->getParam('REQUEST_SCHEME');
    }

    /** @return static */
    public function withScheme(string $scheme): self
    {
        return $this->withParam('REQUEST_SCHEME', $scheme);
    }

    public function withoutScheme(): void
    {
        $this->withoutParam('REQUEST_SCHEME');
    }

    public function getMethod(): ?string
    {
        return $this->getParam('REQUEST_METHOD');
    }

    /** @return static */
    public function withMethod(string $method): self
    {
        return $this->withParam('REQUEST_METHOD', $method);
    }

    public function withoutMethod(): void
    {
        $this->withoutParam('REQUEST_METHOD');
    }

    public function getDocumentRoot(): ?string
    {
        return $this->getParam('DOCUMENT_ROOT');
    }

    /** @return static */
    public function withDocumentRoot(string $documentRoot): self
    {
        return $this->withParam('DOCUMENT_ROOT', $documentRoot);
    }

    public function withoutDocumentRoot(): void
    {
        $this->withoutParam('DOCUMENT_ROOT');
    }

    public function getScriptFilename(): ?string
    {
        return $this->getParam('SCRIPT_FILENAME');
    }

    /** @return static */
    public function withScriptFilename(string $scriptFilename): self
    {
        return $this->withParam('SCRIPT_FILENAME', $scriptFilename);
    }

    public function withoutScriptFilename(): void
    {
        $this->withoutParam('SCRIPT_FILENAME');
    }

    public function getScriptName(): ?string
    {
        return $this->getParam('SCRIPT_NAME');
    }

    /** @return static */
    public function withScriptName(string $scriptName): self
    {
        return $this->withParam('SCRIPT_NAME', $scriptName);
    }

    public function withoutScriptName(): void
    {
        $this->withoutParam('SCRIPT_NAME');
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
        return $this->getParam('DOCUMENT_URI');
    }

    /** @return static */
    public function withDocumentUri(string $documentUri): self
    {
        return $this->withParam('DOCUMENT_URI', $documentUri);
    }

    public function withoutDocumentUri(): void
    {
        $this->withoutParam('DOCUMENT_URI');
    }

    public function getRequestUri(): ?string
    {
        return $this->getParam('REQUEST_URI');
    }

    /** @return static */
    public function withRequestUri(string $requestUri): self
    {
        return $this->withParam('REQUEST_URI', $requestUri);
    }

    public function withoutRequestUri(): void
    {
        $this->withoutParam('REQUEST_URI');
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
        return $this->getParam('QUERY_STRING');
    }

    /** @return static */
    public function withQueryString(string $queryString): self
    {
        return $this->withParam('QUERY_STRING', $queryString);
    }

    public function withoutQueryString(): void
    {
        $this->withoutParam('QUERY_STRING');
    }

    public function getContentType(): ?string
    {
        return $this->getParam('CONTENT_TYPE');
    }

    /** @return static */
    public function withContentType(string $contentType): self
    {
        return $this->withParam('CONTENT_TYPE', $contentType);
    }

    public function withoutContentType(): void
    {
        $this->withoutParam('CONTENT_TYPE');
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
        $this->withoutParam('CONTENT_LENGTH');
    }

    public function getGatewayInterface(): ?string
    {
        return $this->getParam('GATEWAY_INTERFACE');
    }

    /** @return static */
    public function withGatewayInterface(string $gatewayInterface): self
    {
        return $this->withParam('GATEWAY_INTERFACE', $gatewayInterface);
    }

    public function withoutGatewayInterface(): void
    {
        $this->withoutParam('GATEWAY_INTERFACE');
    }

    public function getServerProtocol(): ?string
    {
        return $this->getParam('SERVER_PROTOCOL');
    }

    /** @return static */
    public function withServerProtocol(string $serverProtocol): self
    {
        return $this->withParam('SERVER_PROTOCOL', $serverProtocol);
    }

    public function withoutServerProtocol(): void
    {
        $this->withoutParam('SERVER_PROTOCOL');
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
        return $this->getParam('SERVER_SOFTWARE');
    }

    /** @return static */
    public function withServerSoftware(string $serverSoftware): self
    {
        return $this->withParam('SERVER_SOFTWARE', $serverSoftware);
    }

    public function withoutServerSoftware(): void
    {
        $this->withoutParam('SERVER_SOFTWARE');
    }

    public function getRemoteAddr(): ?string
    {
        return $this->getParam('REMOTE_ADDR');
    }

    /** @return static */
    public function withRemoteAddr(string $remoteAddr): self
    {
        return $this->withParam('REMOTE_ADDR', $remoteAddr);
    }

    public function withoutRemoteAddr(): void
    {
        $this->withoutParam('REMOTE_ADDR');
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
        $this->withoutParam('REMOTE_PORT');
    }

    public function getServerAddr(): ?string
    {
        return $this->getParam('SERVER_ADDR');
    }

    /** @return static */
    public function withServerAddr(string $serverAddr): self
    {
        return $this->withParam('SERVER_ADDR', $serverAddr);
    }

    public function withoutServerAddr(): void
    {
        $this->withoutParam('SERVER_ADDR');
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
        $this->withoutParam('SERVER_PORT');
    }

    public function getServerName(): ?string
    {
        return $this->getParam('SERVER_NAME');
    }

    /** @return static */
    public function withServerName(string $serverName): self
    {
        return $this->withParam('SERVER_NAME', $serverName);
    }

    public function withoutServerName(): void
    {
        $this->withoutParam('SERVER_NAME');
    }

    public function getRedirectStatus(): ?string
    {
        return $this->getParam('REDIRECT_STATUS');
    }

    /** @return static */
    public function withRedirectStatus(string $redirectStatus): self
    {
        return $this->withParam('REDIRECT_STATUS', $redirectStatus);
    }

    public function withoutRedirectStatus(): void
    {
        $this->withoutParam('REDIRECT_STATUS');
    }

    /** @param string $name upper or lower case */
    public function getHeader(string $name): ?string
    {
        return $this->getParam(static::convertHeaderNameToParamName($name));
    }

    /** @return static */
    public function withHeader(string $name, string $value): self
    {
        return $this->withParam(static::convertHeaderNameToParamName($name), $value);
    }

    public function withoutHeader(string $name): void
    {
        $this->withoutParam(static::convertHeaderNameToParamName($name));
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
