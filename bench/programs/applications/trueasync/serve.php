<?php
// For TrueAsync's server: threads, each of which loads the program again, as its handler needs the functions.
function serve(callable $answer): void
{
    page($answer);
    if (defined('BENCH_THREAD')) {
        return;
    }
    $program = (string) realpath($_SERVER['argv'][0]);
    $config = (new TrueAsync\HttpServerConfig())
        ->addListener('127.0.0.1', (int) getenv('BENCH_PORT'))
        ->setWorkers((int) getenv('BENCH_WORKERS'))
        ->setBootloader(static function () use ($program): void {
            define('BENCH_THREAD', true);
            require $program;
        });
    $server = new TrueAsync\HttpServer($config);
    $server->addHttpHandler(static function ($request, $response): void {
        $response->setStatusCode(200)->setHeader('Content-Type', 'text/html')->setBody(page()());
    });
    $server->start();
}

/** What makes the page; a thread gives it once. */
function page(?callable $answer = null): callable
{
    /** @var ?callable(): string $kept */
    static $kept = null;
    return $kept = $answer ?? $kept;
}
