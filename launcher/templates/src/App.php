<?php

declare(strict_types=1);

namespace App;

use Swoole\Http\Request;
use Swoole\Http\Response;

/**
 * Lives as long as its worker, and handles several requests at a time: what it keeps is there for all of them. What belongs to
 * one request stays in local variables.
 */
final class App
{
    private int $answered = 0;

    public function handle(Request $request, Response $response): string
    {
        return match ($request->server['path_info']) {
            '/' => $this->home(),
            '/health' => $this->health($response),
            default => $this->notFound($response),
        };
    }

    private function home(): string
    {
        $answered = ++$this->answered;
        return <<<HTML
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>It works</title><link rel="stylesheet" href="/style.css">
            <h1>It works</h1>
            <p>This worker has answered $answered times. Edit <code>src/App.php</code>.</p>
            </html>
            HTML;
    }

    private function health(Response $response): string
    {
        $response->header('Content-Type', 'text/plain; charset=utf-8');
        return "ok\n";
    }

    private function notFound(Response $response): string
    {
        $response->status(404);
        $response->header('Content-Type', 'text/plain; charset=utf-8');
        return "Not Found\n";
    }
}
