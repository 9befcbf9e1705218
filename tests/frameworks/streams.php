<?php
// An index.php that prints and flushes: each page waits for a file before it goes on.
use Swoole\Http\Request;
use Swoole\Http\Response;

return static function (Request $request, Response $response): ?string {
    $file = $request->get['file'] ?? '';
    $await = static function (string $step) use ($file): void {
        while (!file_exists("$file.$step")) {
            usleep(1000);
            clearstatcache();
        }
    };
    switch ($request->get['page'] ?? '') {
        case 'flush':
            http_response_code(201);
            header('Content-Type: text/event-stream');
            header('X-Part: 1');
            echo 'first';
            flush();
            $await('go');
            echo ' second ', json_encode(headers_sent());
            $warned = '';
            set_error_handler(static function (int $code, string $text) use (&$warned): bool {
                $warned = $text;
                return true;
            });
            header('X-Late: 1');
            restore_error_handler();
            echo str_contains($warned, 'headers already sent') ? ' warned ' : " $warned ";
            return 'returned';
        case 'buffer':
            header('Content-Type: text/plain');
            ob_start();
            echo 'first';
            ob_flush();
            flush();
            $await('go');
            echo ' second';
            ob_end_flush();
            return null;
        case 'implicit':
            ob_implicit_flush();
            echo 'first';
            $await('go');
            return ' second';
        case 'large':
            header('Content-Type: text/csv');
            echo str_repeat('x', 100_000);
            $await('go');
            return 'end';
        case 'own':
            $response->header('Content-Type', 'text/x-own');
            echo 'first';
            flush();
            $await('go');
            return ' second';
        case 'nothing':
            flush();
            header('X-Part: late enough');
            return json_encode(headers_sent());
        default:
            return 'plain';
    }
};
