<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Site\Rewrite\Decision;
use function in_array;
use function Tern\Internal\send_file;

/** Sends a file that the server's own handler of static files has not sent, because a rule leads to it or the site shows it. */
final class FileResponse
{
    private const WITH_CHARSET = ['text/html', 'text/plain'];

    public static function send(Exchange $exchange, string $file): void
    {
        if (!$exchange->isErrorPage() && !$exchange->isRead()) {
            $exchange->response->header('Allow', 'GET, HEAD');
            ErrorPage::send($exchange, 405);
            return;
        }
        $exchange->response->header('Content-Type', self::type($exchange->decision, $file));
        $encoding = $exchange->decision->contentEncoding();
        $encoding === null || $exchange->response->header('Content-Encoding', $encoding);
        if (!self::sendAs($exchange, $file)) {
            $exchange->response->header = null;
            ErrorPage::send($exchange, is_file($file) ? 403 : 404);
        }
    }

    /**
     * With the fields that the response has; Content-Type must be among them.
     *
     * @return bool false: it is no file that can be read, and nothing is sent
     */
    public static function sendAs(Exchange $exchange, string $file): bool
    {
        $onHead = static fn(int $status, int $modified) => $exchange->changeHeaders($status, false, $modified);
        return send_file($exchange->response, $file, !$exchange->isErrorPage() && $exchange->isRead(), $onHead);
    }

    private static function type(Decision $rules, string $file): string
    {
        $named = $rules->contentEncoding() === null ? $file : substr($file, 0, (int) strrpos($file, '.'));
        $type = $rules->contentType() ?? swoole_mime_type_get($named);
        $charset = $rules->charset() ?? '';
        return $charset !== '' && in_array($type, self::WITH_CHARSET, true) ? "$type; charset=$charset" : $type;
    }
}
