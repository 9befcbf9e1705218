<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use InvalidArgumentException;
use Swoole\FastCGI\HttpRequest;
use Swoole\Http\Request;
use function in_array;
use function is_array;
use function is_scalar;

/** Makes a FastCGI request of a request to a server. */
final class Translation
{
    /** CGI has parameters of its own for these, and HTTP_PROXY is a setting of programs (CVE-2016-5385). */
    private const NOT_PASSED = ['content-type', 'content-length', 'proxy'];

    public function __construct(private readonly string $root, private readonly string $index, private readonly bool $isHttps)
    {
    }

    /** @throws InvalidArgumentException if its path leads out of the document root, or cannot be a file */
    public function request(Request $from): HttpRequest
    {
        $server = (array) $from->server;
        $given = (string) ($server['path_info'] ?? '/');
        $path = Script::resolve($given)
            ?? throw new InvalidArgumentException("'" . addcslashes($given, "\0..\37\177..\377\\") . "' is no path below the document root");
        $request = new HttpRequest();
        $this->addScript($request, $path);
        $this->addServer($request, $server);
        $this->addHeaders($request, (array) $from->header);
        $this->addBody($request, $from);
        return $request;
    }

    private function addScript(HttpRequest $request, string $path): void
    {
        $script = Script::of($path, $this->index);
        $request->withDocumentRoot($this->root)->withDocumentUri($path)->withScriptName($script->name)
            ->withScriptFilename(rtrim($this->root, '/') . $script->name);
        if ($script->pathInfo !== '') {
            $request->withParam('PATH_INFO', $script->pathInfo);
        }
    }

    /** @param array<string, mixed> $server */
    private function addServer(HttpRequest $request, array $server): void
    {
        $text = fn(string $name, string $usual): string => is_scalar($server[$name] ?? null) ? (string) $server[$name] : $usual;
        $query = $text('query_string', '');
        $request->withMethod($text('request_method', 'GET'))->withQueryString($query)
            ->withRequestUri($text('request_uri', '/') . ($query === '' ? '' : "?$query"))
            ->withServerProtocol($text('server_protocol', 'HTTP/1.1'))
            ->withRemoteAddr($text('remote_addr', 'unknown'))->withRemotePort((int) $text('remote_port', '0'))
            ->withServerPort((int) $text('server_port', '0'));
        if ($this->isHttps || isset($server['https'])) {
            $request->withScheme('https')->withParam('HTTPS', 'on');
        }
    }

    /** @param array<array-key, mixed> $headers by their names in lower case */
    private function addHeaders(HttpRequest $request, array $headers): void
    {
        foreach ($headers as $name => $value) {
            $name = (string) $name;
            // X_Forwarded_For would become the same parameter as X-Forwarded-For.
            if (!str_contains($name, '_') && !in_array($name, self::NOT_PASSED, true)) {
                $request->withHeader($name, self::text($value));
            }
        }
        $host = self::text($headers['host'] ?? '');
        if (preg_match('/\A(\[[^\]]*\]|[^:]+)(?::\d*)?\z/', $host, $parts) === 1) {
            $request->withServerName($parts[1]);
        }
        $request->withContentType(self::text($headers['content-type'] ?? ''));
    }

    private function addBody(HttpRequest $request, Request $from): void
    {
        $body = (string) $from->getContent();
        if ($body === '' && str_starts_with(strtolower((string) $request->getContentType()), 'multipart/form-data')) {
            // The server has taken it apart.
            $form = new Multipart();
            $body = $form->body($from->post ?? [], $from->files ?? []);
            $request->withContentType($form->type());
        }
        $request->withBody($body);
    }

    private static function text(mixed $value): string
    {
        $values = array_map(fn($one) => is_scalar($one) ? (string) $one : '', is_array($value) ? $value : [$value]);
        return implode(', ', $values);
    }
}
