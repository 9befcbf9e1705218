<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Swoole\Http\Response;
use function in_array;
use function sprintf;

/** Sends a file that the server's own handler of static files has not sent, because a rule leads to it or the site shows it. */
final class FileAnswer
{
    public static function send(Request $request, Response $response, string $file): void
    {
        if (!in_array($request->server['request_method'], ['GET', 'HEAD'], true)) {
            $response->header('Allow', 'GET, HEAD');
            ErrorPage::send($response, 405);
            return;
        }
        $status = @stat($file);
        if ($status === false || !is_readable($file)) {
            ErrorPage::send($response, $status === false ? 404 : 403);
            return;
        }
        $tag = sprintf('"%x-%x-%x"', $status['ino'], $status['size'], $status['mtime']);
        $response->header('Last-Modified', gmdate('D, d M Y H:i:s', $status['mtime']) . ' GMT');
        $response->header('ETag', $tag);
        if (self::isKnown($request->header ?? [], $tag, $status['mtime'])) {
            $response->status(304);
            $response->end();
        } elseif ($status['size'] === 0) {
            $response->header('Content-Type', swoole_mime_type_get($file));
            $response->end();
        } else {
            $response->sendfile($file);
        }
    }

    /** @param array<string> $headers by their names in lower case */
    private static function isKnown(array $headers, string $tag, int $changed): bool
    {
        $tags = $headers['if-none-match'] ?? null;
        if ($tags !== null) {
            preg_match_all('/"[^"]*"/', $tags, $known);
            return trim($tags) === '*' || in_array($tag, $known[0], true);
        }
        $since = strtotime($headers['if-modified-since'] ?? '');
        return $since !== false && $changed <= $since;
    }
}
