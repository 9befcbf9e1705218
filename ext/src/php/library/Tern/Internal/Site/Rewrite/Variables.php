<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** The variables %{NAME} of mod_rewrite. */
final class Variables
{
    private const NAMES = [
        'HTTP_ACCEPT', 'HTTP_COOKIE', 'HTTP_FORWARDED', 'HTTP_HOST', 'HTTP_PROXY_CONNECTION', 'HTTP_REFERER', 'HTTP_USER_AGENT',
        'AUTH_TYPE', 'CONN_REMOTE_ADDR', 'CONTEXT_DOCUMENT_ROOT', 'CONTEXT_PREFIX', 'DOCUMENT_ROOT', 'HTTPS', 'IPV6', 'IS_SUBREQ',
        'PATH_INFO', 'QUERY_STRING', 'REMOTE_ADDR', 'REMOTE_HOST', 'REMOTE_IDENT', 'REMOTE_PORT', 'REMOTE_USER', 'REQUEST_FILENAME',
        'REQUEST_METHOD', 'REQUEST_SCHEME', 'REQUEST_STATUS', 'REQUEST_URI', 'SCRIPT_FILENAME', 'SCRIPT_GROUP', 'SCRIPT_USER', 'SERVER_ADDR', 'SERVER_ADMIN',
        'SERVER_NAME', 'SERVER_PORT', 'SERVER_PROTOCOL', 'SERVER_SOFTWARE', 'THE_REQUEST', 'TIME', 'TIME_DAY', 'TIME_HOUR', 'TIME_MIN',
        'TIME_MON', 'TIME_SEC', 'TIME_WDAY', 'TIME_YEAR',
    ];
    /** What mod_rewrite names in the response's Vary. Others are no headers, or Host, which is a part of the URL. */
    private const HEADERS = [
        'HTTP_ACCEPT' => 'Accept', 'HTTP_COOKIE' => 'Cookie', 'HTTP_FORWARDED' => 'Forwarded', 'HTTP_HOST' => 'Host',
        'HTTP_PROXY_CONNECTION' => 'Proxy-Connection', 'HTTP_REFERER' => 'Referer', 'HTTP_USER_AGENT' => 'User-Agent',
    ];
    private const DATES = ['TIME' => 'YmdHis', 'TIME_DAY' => 'd', 'TIME_HOUR' => 'H', 'TIME_MIN' => 'i', 'TIME_MON' => 'm', 'TIME_SEC' => 's', 'TIME_WDAY' => 'w', 'TIME_YEAR' => 'Y'];

    public static function has(string $name): bool
    {
        return in_array($name, self::NAMES, true) || preg_match('/^(?:ENV|HTTP|SSL):./', $name) === 1;
    }

    /** The header that a variable is; null: it is not a header. */
    public static function headerOf(string $name): ?string
    {
        return self::HEADERS[$name] ?? (str_starts_with($name, 'HTTP:') ? substr($name, 5) : null);
    }

    public static function of(string $name, Pass $pass): string
    {
        if (isset(self::DATES[$name])) {
            return date(self::DATES[$name], (int) $pass->request->time);
        }
        $header = self::headerOf($name);
        if ($header !== null) {
            return self::header($header, $pass);
        }
        if (str_starts_with($name, 'ENV:')) {
            return $pass->environment[substr($name, 4)] ?? '';
        }
        return match ($name) {
            'REQUEST_FILENAME', 'SCRIPT_FILENAME' => $pass->filename,
            'REQUEST_URI' => $pass->uri,
            'PATH_INFO' => $pass->pathInfo,
            'QUERY_STRING' => $pass->query ?? '',
            'DOCUMENT_ROOT', 'CONTEXT_DOCUMENT_ROOT' => $pass->place->root,
            'IS_SUBREQ' => $pass->isSubrequest ? 'true' : 'false',
            default => self::ofRequest($name, $pass->request),
        };
    }

    private static function ofRequest(string $name, RewriteRequest $request): string
    {
        return match ($name) {
            'THE_REQUEST' => "$request->method $request->target $request->protocol",
            'REQUEST_METHOD' => $request->method,
            'REQUEST_SCHEME' => $request->scheme,
            'REQUEST_STATUS' => '200',
            'HTTPS', 'SSL:HTTPS' => $request->scheme === 'https' ? 'on' : 'off',
            'REMOTE_ADDR', 'REMOTE_HOST', 'CONN_REMOTE_ADDR' => $request->remoteAddress,
            'REMOTE_PORT' => (string) $request->remotePort,
            'SERVER_ADDR' => $request->serverAddress,
            'SERVER_NAME' => $request->hostName(),
            'SERVER_PORT' => (string) $request->port(),
            'SERVER_PROTOCOL' => $request->protocol,
            'SERVER_SOFTWARE' => 'Tern',
            'IPV6' => str_contains($request->remoteAddress, ':') ? 'on' : 'off',
            default => '',
        };
    }

    private static function header(string $name, Pass $pass): string
    {
        $value = $pass->request->headers[strtolower($name)] ?? null;
        if ($value !== null && strcasecmp($name, 'Host') !== 0) {
            $pass->testedHeaders[] = $name;
        }
        return $value ?? '';
    }
}
