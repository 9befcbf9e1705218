<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Http\HttpDate;
use Tern\Internal\Site\Rewrite\Decision;
use function in_array;
use function sprintf;
use function Tern\Internal\wanted_part;

/** Sends a file that the server's own handler of static files has not sent, because a rule leads to it or the site shows it. */
final class FileAnswer
{
    private const WITH_CHARSET = ['text/html', 'text/plain'];

    public static function send(Exchange $exchange, string $file): void
    {
        if (!$exchange->isErrorPage() && !in_array($exchange->request->server['request_method'], ['GET', 'HEAD'], true)) {
            $exchange->response->header('Allow', 'GET, HEAD');
            ErrorPage::send($exchange, 405);
            return;
        }
        $status = @stat($file);
        if ($status === false || !is_readable($file)) {
            ErrorPage::send($exchange, $status === false ? 404 : 403);
            return;
        }
        $response = $exchange->response;
        $tag = sprintf('"%x-%x-%x"', $status['ino'], $status['size'], $status['mtime']);
        [$code, $offset, $length] = $exchange->isErrorPage() ? [$exchange->status, 0, $status['size']]
            : wanted_part($exchange->request, $tag, $status['mtime'], $status['size']);
        if (!$exchange->isErrorPage()) {
            $response->header('Last-Modified', HttpDate::format($status['mtime']));
            $response->header('ETag', $tag);
        }
        $hasBody = !in_array($code, [304, 412, 416], true);
        $response->status($code);
        $hasBody && self::describe($exchange, $file);
        if ($code === 206 || $code === 416) {
            $response->header('Content-Range', ($code === 416 ? 'bytes *' : sprintf('bytes %d-%d', $offset, $offset + $length - 1)) . "/{$status['size']}");
        }
        $exchange->changeHeaders($code, false, $status['mtime']);
        $hasBody && $length > 0 ? $response->sendfile($file, $offset, $length) : $response->end();
    }

    private static function describe(Exchange $exchange, string $file): void
    {
        $exchange->response->header('Content-Type', self::type($exchange->decision, $file));
        $encoding = $exchange->decision->contentEncoding();
        $encoding === null || $exchange->response->header('Content-Encoding', $encoding);
        $exchange->isErrorPage() || $exchange->response->header('Accept-Ranges', 'bytes');
    }

    private static function type(Decision $rules, string $file): string
    {
        $named = $rules->contentEncoding() === null ? $file : substr($file, 0, (int) strrpos($file, '.'));
        $type = $rules->contentType() ?? swoole_mime_type_get($named);
        $charset = $rules->charset() ?? '';
        return $charset !== '' && in_array($type, self::WITH_CHARSET, true) ? "$type; charset=$charset" : $type;
    }
}
