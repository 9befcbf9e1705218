<?php
// For servers whose workers ask for one request after the other: FrankenPHP, or RoadRunner with the packages in
// BENCH_VENDOR.
function serve(callable $answer): void
{
    if (function_exists('frankenphp_handle_request')) {
        $handle = function () use ($answer): void {
            $body = $answer();
            header('Content-Type: text/html');
            header('Content-Length: ' . strlen($body));
            echo $body;
        };
        while (frankenphp_handle_request($handle)) {
        }
        return;
    }
    require getenv('BENCH_VENDOR') . '/autoload.php';
    $factory = new Nyholm\Psr7\Factory\Psr17Factory();
    $worker = new Spiral\RoadRunner\Http\PSR7Worker(Spiral\RoadRunner\Worker::create(), $factory, $factory, $factory);
    while ($worker->waitRequest() !== null) {
        $worker->respond(new Nyholm\Psr7\Response(200, ['Content-Type' => 'text/html'], $answer()));
    }
}
