<?php
// Answers that can be compressed.

require __DIR__ . '/../support/server.php';

$server = http_server();

ignore_user_abort(given('ignore_user_abort', true));

$server->on('request', function ($request, $response) use ($server) {
    static $gates = [];
    $text = '';
    for ($i = 0; $i < 400; ++$i) {
        $text .= 'line ' . $i * $i % 977 . " of a text that is long enough\n";
    }
    $path = $request->server['path_info'];
    foreach ($request->get ?? [] as $name => $value) {
        if ($name[0] <= 'Z') {
            $response->header($name, $value);
        }
    }
    if (isset($request->get['status'])) {
        $response->status((int) $request->get['status']);
    }
    switch ($path) {
        case '/text': return $response->end($text);
        case '/short': return $response->end('nineteen bytes long');
        case '/noise': mt_srand(1);
            for ($noise = ''; strlen($noise) < 500;) {
                $noise .= chr(mt_rand(0, 255));
            } return $response->end($noise);
        case '/sendfile': return $response->sendfile($request->get['file']);
        case '/stream':
            foreach (str_split($text, 1000) as $piece) {
                $response->write($piece);
            }
            return $response->end('the end');
        case '/trailer':
            $response->trailer('X-Sum', md5($text));
            return $response->end($text);
        case '/events':
            $gate = $gates[$request->get['gate']] = new Swoole\Coroutine\Channel(1);
            $response->header('Content-Type', 'text/event-stream');
            for ($i = 1; $i <= 3; ++$i) {
                if (!$response->write("data: event $i\n\n")) {
                    return;
                }
                $gate->pop();
            }
            return $response->end();
        case '/open':
            $gates[$request->get['gate']]->push(1);
            return $response->end('open');
        case '/got':
            return $response->end(json_encode([
                'body' => base64_encode($request->getContent()), 'post' => $request->post, 'header' => $request->header]));
        case '/memory': return $response->end((string) (int) explode(' ', file_get_contents('/proc/self/statm'))[1]);
    }
});
run();
