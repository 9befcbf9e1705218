<?php
// Requests that are traced.

require __DIR__ . '/../support/server.php';

$server = http_server();

ignore_user_abort(given('ignore_user_abort', true));

$server->on('request', function ($request, $response) use ($server) {
    switch ($request->server['path_info']) {
        case '/current':
            $response->end(json_encode([Tern\Tracing::current(), Tern\Tracing::traceparent(), Tern\Tracing::headers()]));
            return;
        case '/500':
            $response->status(500);
            $response->end();
            return;
        case '/throw':
            throw new Exception('no');
        case '/hold':
            (new Swoole\Coroutine\Channel(1))->pop();
            return;
        case '/spans':
            $inner = Tern\Tracing::span('outer', function () {
                $done = new Swoole\Coroutine\Channel(1);
                Swoole\Coroutine::create(fn() => Tern\Tracing::span('child', function () use ($done) {
                    Swoole\Coroutine::sleep(0.001);
                    $done->push(Tern\Tracing::current()['span_id']);
                }));
                return Tern\Tracing::span('inner', fn() => $done->pop(), ['text' => "a\xff", 'int' => -5, 'float' => 1.5, 'bool' => true]);
            });
            $response->end($inner . ' ' . Tern\Tracing::current()['span_id']);
            return;
        case '/failing':
            try {
                Tern\Tracing::span('failing', fn() => throw new DomainException('not so'));
            } catch (DomainException $error) {
                $response->end($error->getMessage());
            }
            return;
        case '/upstream':
            $response->end($request->header['traceparent'] ?? 'none');
            return;
        case '/ask':
            $context = stream_context_create(['http' => ['header' => 'traceparent: ' . Tern\Tracing::traceparent()]]);
            $response->end(file_get_contents("http://127.0.0.1:{$request->get['port']}/upstream", false, $context));
            return;
        case '/socket':
            $socket = new Swoole\Coroutine\Socket(AF_INET, SOCK_STREAM, 0);
            $socket->connect('127.0.0.1', (int) $request->get['port']);
            foreach (['one', 'two'] as $ignored) {
                $socket->sendAll("GET /upstream HTTP/1.1\r\nHost: a\r\n\r\n");
                for ($answer = ''; !str_ends_with($answer, 'none'); $answer .= $socket->recv());
            }
            $response->end('done');
            return;
        case '/refused':
            $response->end(json_encode(@stream_socket_client("tcp://127.0.0.1:{$request->get['port']}")));
            return;
        case '/name':
            $response->end(gethostbyname('localhost') . ' ' . Swoole\Coroutine\System::gethostbyname('localhost'));
            return;
        case '/stats':
            $stats = $server->stats();
            $response->end(json_encode([$stats['spans_sent'], $stats['spans_dropped']]));
            return;
        case '/redis':
            $redis = new Swoole\Coroutine\Redis();
            $redis->connect('127.0.0.1', (int) $request->get['port']);
            $redis->set('key', 'value');
            $response->end($redis->get('key'));
            return;
    }
    $response->end('ok');
});
run();
