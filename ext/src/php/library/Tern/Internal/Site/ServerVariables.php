<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Tern\Http\BodyStream;
use function count;
use function in_array;
use function strlen;
use function Tern\Internal\server_address;

/** Makes $_SERVER as scripts know it from nginx with PHP-FPM. */
final class ServerVariables
{
    /** Programs look there for a server that can rewrite URLs, and know the name nginx. */
    private const SOFTWARE = 'tern/' . TERN_VERSION . ' (like nginx)';
    /** The server listens at each address of the machine. */
    private const ANY = ['0.0.0.0', '::'];
    private const MOST_NAMES = 500;
    /** Of a name that is kept. */
    private const LONGEST = 255;
    /** Proxy: a setting of programs (CVE-2016-5385). */
    private const DROPPED = ['proxy' => true];

    /** @var array<array-key, string> by the name of a header field */
    private array $names = [];
    /** @var array<array-key, string> names of this server by what came in Host */
    private array $hosts = [];

    /**
     * @param string $address where the server listens
     * @param bool $hasArguments register_argc_argv
     */
    public function __construct(private readonly string $root, private readonly string $address, private readonly bool $hasArguments)
    {
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
        $self = $script->name . $script->pathInfo;
        $variables = [
            'DOCUMENT_ROOT' => $this->root,
            'SERVER_SOFTWARE' => self::SOFTWARE,
            'GATEWAY_INTERFACE' => 'CGI/1.1',
            'REDIRECT_STATUS' => '200',
            'SCRIPT_FILENAME' => $script->file,
            'SCRIPT_NAME' => $script->name,
            'PHP_SELF' => $self,
            'DOCUMENT_URI' => $script->name,
            'PATH_INFO' => $script->pathInfo,
            'REQUEST_URI' => $from['request_uri'] . $own,
            'QUERY_STRING' => $query,
            'REQUEST_METHOD' => $from['request_method'],
            'REQUEST_SCHEME' => isset($from['https']) ? 'https' : 'http',
            'SERVER_PROTOCOL' => self::protocol((string) $from['server_protocol']),
            'CONTENT_TYPE' => $headers['content-type'] ?? '',
            'CONTENT_LENGTH' => $headers['content-length'] ?? self::bodyLength($request, $headers),
            'REQUEST_TIME' => $from['request_time'],
            'REQUEST_TIME_FLOAT' => $from['request_time_float'],
        ];
        if ($script->pathInfo !== '') {
            $variables['PATH_TRANSLATED'] = $this->root . $script->pathInfo;
        }
        $this->addEnds($variables, $request->fd, $from, $headers['host'] ?? '');
        $this->addFields($variables, $headers);
        $this->hasArguments && self::addArguments($variables, $query);
        return $variables;
    }

    /**
     * Of a body that comes without its length.
     *
     * @param array<string, string> $headers
     */
    private static function bodyLength(Request $request, array $headers): string
    {
        $isChunked = isset($headers['transfer-encoding']);
        if (!$isChunked && ($request->server['server_protocol'] !== 'HTTP/2' || $request->server['request_method'] === 'GET')) {
            return '';
        }
        $length = (new BodyStream($request))->received();
        return $length === 0 && !$isChunked ? '' : (string) $length;
    }

    /** Of this end of a connection. */
    public function address(int $fd): string
    {
        return in_array($this->address, self::ANY, true) ? server_address($fd) : $this->address;
    }

    public static function protocol(string $version): string
    {
        return $version === 'HTTP/2' ? 'HTTP/2.0' : $version;
    }

    /**
     * Adds both ends of the connection.
     *
     * @param array<string, mixed> $variables
     * @param array<string, scalar> $from
     */
    private function addEnds(array &$variables, int $fd, array $from, string $host): void
    {
        $address = $this->address($fd);
        $variables['SERVER_ADDR'] = $address;
        $variables['SERVER_NAME'] = $this->name((string) ($from['server_name'] ?? $host)) ?? $address;
        $variables['SERVER_PORT'] = (string) $from['server_port'];
        $variables['REMOTE_ADDR'] = $from['remote_addr'] ?? '';
        $variables['REMOTE_PORT'] = (string) ($from['remote_port'] ?? '');
        if (isset($from['https'])) {
            $variables['HTTPS'] = 'on';
        }
    }

    /**
     * @param array<string, mixed> $variables
     * @param array<string, string> $headers by their names in lower case
     */
    private function addFields(array &$variables, array $headers): void
    {
        foreach ($headers as $field => $value) {
            $name = $this->names[$field] ?? $this->variable((string) $field);
            if ($name !== null) {
                $variables[$name] = $value;
            }
        }
        if (isset($headers['authorization'])) {
            $variables += Authorization::of($headers['authorization']);
        }
    }

    /** X_Forwarded_For would become the same variable as X-Forwarded-For. So names with other characters are left out, as nginx does. */
    private function variable(string $field): ?string
    {
        if (isset(self::DROPPED[$field]) || preg_match('/^[a-z0-9-]+$/D', $field) !== 1) {
            return null;
        }
        $name = 'HTTP_' . strtr(strtoupper($field), '-', '_');
        if (strlen($field) <= self::LONGEST) {
            $this->names = count($this->names) < self::MOST_NAMES ? $this->names : [];
            $this->names[$field] = $name;
        }
        return $name;
    }

    /** What the client calls this server, without the port. Null: it has no name for it, or one that no host can have. */
    private function name(string $host): ?string
    {
        if (isset($this->hosts[$host])) {
            return $this->hosts[$host];
        }
        if (preg_match('/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d*)?$/D', $host, $parts) !== 1) {
            return null;
        }
        $name = strtolower($parts[1]);
        if (strlen($host) <= self::LONGEST) {
            $this->hosts = count($this->hosts) < self::MOST_NAMES ? $this->hosts : [];
            $this->hosts[$host] = $name;
        }
        return $name;
    }

    /** @param array<string, mixed> $variables */
    private static function addArguments(array &$variables, string $query): void
    {
        $words = $query === '' ? [] : explode('+', $query);
        $variables['argv'] = $words;
        $variables['argc'] = count($words);
    }
}
