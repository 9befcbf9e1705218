<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use function count;
use function in_array;
use function Tern\Internal\server_address;

/** Makes $_SERVER as scripts know it from nginx with PHP-FPM. */
final class ServerVariables
{
    /** Programs look there for a server that can rewrite URLs, and know the name nginx. */
    private const SOFTWARE = 'tern/' . TERN_VERSION . ' (like nginx)';
    /** The server listens at each address of the machine. */
    private const ANY = ['0.0.0.0', '::'];
    private const MOST_NAMES = 500;
    /** Proxy: a setting of programs (CVE-2016-5385). */
    private const DROPPED = ['proxy' => true];

    /** @var array<string, string> */
    private readonly array $constant;
    /** @var array<string, string|null> by the name of a header field; null: it is not passed */
    private array $names = [];

    /**
     * @param string $address where the server listens
     * @param bool $hasArguments register_argc_argv
     */
    public function __construct(private readonly string $root, private readonly string $address, private readonly bool $hasArguments)
    {
        $this->constant = ['DOCUMENT_ROOT' => $root, 'SERVER_SOFTWARE' => self::SOFTWARE, 'GATEWAY_INTERFACE' => 'CGI/1.1',
            'REDIRECT_STATUS' => '200'];
    }

    /**
     * @param string $query with which the script runs; the client's own one stays in REQUEST_URI
     * @return array<string, mixed>
     */
    public function of(Request $request, Target $script, string $query): array
    {
        /** @var array<string, scalar> $from */
        $from = $request->server;
        /** @var array<string, string> $headers */
        $headers = $request->header ?? [];
        $own = isset($from['query_string']) ? "?{$from['query_string']}" : '';
        $isSecure = isset($from['https']);
        $address = in_array($this->address, self::ANY, true) ? server_address($request->fd) : $this->address;
        $variables = $this->constant + [
            'SCRIPT_FILENAME' => $script->file,
            'SCRIPT_NAME' => $script->name,
            'PHP_SELF' => $script->name . $script->pathInfo,
            'DOCUMENT_URI' => $script->name . $script->pathInfo,
            'PATH_INFO' => $script->pathInfo,
            'REQUEST_URI' => $from['request_uri'] . $own,
            'QUERY_STRING' => $query,
            'REQUEST_METHOD' => (string) $from['request_method'],
            'REQUEST_SCHEME' => $isSecure ? 'https' : 'http',
            'SERVER_PROTOCOL' => $from['server_protocol'] === 'HTTP/2' ? 'HTTP/2.0' : (string) $from['server_protocol'],
            'SERVER_ADDR' => $address,
            'SERVER_NAME' => self::name((string) ($from['server_name'] ?? $headers['host'] ?? '')) ?? $address,
            'SERVER_PORT' => (string) $from['server_port'],
            'REMOTE_ADDR' => (string) ($from['remote_addr'] ?? ''),
            'REMOTE_PORT' => (string) ($from['remote_port'] ?? ''),
            'CONTENT_TYPE' => $headers['content-type'] ?? '',
            'CONTENT_LENGTH' => $headers['content-length'] ?? '',
            'REQUEST_TIME' => $from['request_time'],
            'REQUEST_TIME_FLOAT' => $from['request_time_float'],
        ];
        if ($isSecure) {
            $variables['HTTPS'] = 'on';
        }
        if ($script->pathInfo !== '') {
            $variables['PATH_TRANSLATED'] = $this->root . $script->pathInfo;
        }
        return $variables + $this->fields($headers) + Authorization::of($headers['authorization'] ?? '') + $this->arguments($query);
    }

    /**
     * @param array<string, string> $headers by their names in lower case
     * @return array<string, string>
     */
    private function fields(array $headers): array
    {
        $variables = [];
        foreach ($headers as $field => $value) {
            $name = $this->names[$field] ?? $this->variable((string) $field);
            if ($name !== null) {
                $variables[$name] = $value;
            }
        }
        return $variables;
    }

    /** X_Forwarded_For would become the same variable as X-Forwarded-For. So names with other characters are left out, as nginx does. */
    private function variable(string $field): ?string
    {
        if (isset(self::DROPPED[$field]) || preg_match('/^[a-z0-9-]+$/D', $field) !== 1) {
            return null;
        }
        if (count($this->names) >= self::MOST_NAMES) {
            $this->names = [];
        }
        return $this->names[$field] = 'HTTP_' . strtr(strtoupper($field), '-', '_');
    }

    /** What the client calls this server, without the port. Null: it has no name for it, or one that no host can have. */
    private static function name(string $host): ?string
    {
        $isName = preg_match('/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d*)?$/D', $host, $parts) === 1;
        return $isName ? strtolower($parts[1]) : null;
    }

    /** @return array{argv?: list<string>, argc?: int} */
    private function arguments(string $query): array
    {
        if (!$this->hasArguments) {
            return [];
        }
        $words = $query === '' ? [] : explode('+', $query);
        return ['argv' => $words, 'argc' => count($words)];
    }
}
