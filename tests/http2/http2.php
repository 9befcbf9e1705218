<?php
// Handlers for clients of HTTP/2.

require __DIR__ . '/../support/server.php';

$server = http_server();

$server->on('workerStart', fn() => $GLOBALS['steps'] = new Swoole\Coroutine\Channel(100));

$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    switch ($path) {
        case '/facts':
            return $response->end(json_encode([
                'server' => array_intersect_key($request->server, ['server_protocol' => 1, 'request_method' => 1, 'query_string' => 1]),
                'header' => $request->header, 'cookie' => $request->cookie, 'get' => $request->get, 'post' => $request->post,
                'stream' => $request->streamId, 'size' => strlen($request->getContent()), 'sha' => hash('sha256', $request->getContent())]));
        case '/hints':
            Tern\Http\Response::earlyHints($response, ['</a.css>; rel=preload']);
            return $response->end('hinted');
        case '/pieces':
            $response->trailer('X-Sum', '3');
            foreach ([1, 2, 3] as $i) {
                $response->write("piece $i\n");
                $GLOBALS['steps']->pop();
            }
            return $response->end();
        case '/step':
            $GLOBALS['steps']->push(1);
            return $response->end('stepped');
        case '/stream/echo':
            foreach (new Tern\Http\BodyStream($request) as $piece) {
                $response->write($piece);
            }
            return $response->end();
        case '/endless':
            for ($n = 0; $response->write(str_repeat('x', 100000)); ++$n) {
                if ($n === 20) {
                    note('TWENTY');
                }
            }
            note('LOST', (string) $n);
            return;
        case '/memory':
            return $response->end((string) (int) preg_replace('/^.*VmRSS:\s*(\d+).*$/s', '$1', file_get_contents('/proc/self/status')));
        case '/large': return $response->end(str_repeat('0123456789', (int) $request->get['n'] / 10));
        case '/wait': $GLOBALS['steps']->pop();
            return $response->end('waited');
        case '/throw': throw new Exception('thrown');
        case '/ping': return $response->end(json_encode($response->ping()));
        case '/goaway': return $response->end(json_encode($response->goaway(SWOOLE_HTTP2_ERROR_ENHANCE_YOUR_CALM, 'enough')));
        case '/close': $server->close($request->fd);
            return;
        case '/as/received':
            return $response->end(json_encode([$request->getData(), $request->rawContent(), $request->getMethod(), $request->isCompleted()]));
        case '/pid': return $response->end((string) getmypid());
    }
    $response->end('ok');
});
run();
