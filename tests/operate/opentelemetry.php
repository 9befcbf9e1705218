<?php
// A server whose program makes spans of OpenTelemetry, by the lines of docs/tracing.md that the test gives.

require __DIR__ . '/../support/server.php';

$bridge = tempnam(getcwd(), 'bridge');
file_put_contents($bridge, "<?php\nrequire_once '" . __DIR__ . "/opentelemetry_api.php';\n" . given('bridge'));

$server = http_server();
$server->on('request', function ($request, $response) use ($bridge) {
    require_once $bridge;
    $tracer = new Stub\Tracer();
    $spans = [spanBelow($tracer, 'one')];
    Tern\Tracing::span('between', function () use ($tracer, &$spans) {
        $done = new Swoole\Coroutine\WaitGroup();
        $done->add();
        Swoole\Coroutine::create(function () use ($tracer, &$spans, $done) {
            $spans[] = spanBelow($tracer, 'two');
            $done->done();
        });
        $done->wait();
    });
    $response->end(json_encode($spans));
});
run();
