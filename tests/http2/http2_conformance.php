<?php
// Tells what it got, for the cases of HTTP/2.

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    $uri = $request->server['request_uri'];
    switch ($uri) {
        case '/never':
            note('NEVER');
            break;
        case '/204':
        case '/304':
            $response->status((int) substr($uri, 1));
            return $response->end();
        case '/cookie':
            return $response->end($request->header['cookie']);
        case '/fields':
            $found = [];
            foreach ($request->header as $name => $value) {
                if (str_starts_with($name, 'x-')) {
                    $found[] = $name . '=' . (is_array($value) ? implode(', ', $value) : $value);
                }
            }
            sort($found);
            return $response->end(implode(' ', $found));
        case '/hint':
            Tern\Http\Response::earlyHints($response, ['link' => '</a.css>; rel=preload']);
            return $response->end('hinted');
        case '/trailers':
            $response->write('with ');
            $response->trailer('x-trailer', 'yes');
            return $response->end('trailers');
        case '/pieces':
            foreach (['one ', 'two ', 'three'] as $piece) {
                $response->write($piece);
            }
            return $response->end();
        case '/head/70000':
        case '/head/2000000':
            $response->header('x-large', str_repeat('x', (int) substr($uri, 6)));
            return $response->end('with a large head');
        case '/trailers/2000000':
            $response->write('with ');
            $response->trailer('x-large', str_repeat('x', 2000000));
            return $response->end('trailers');
        case '/large':
            return $response->end(str_repeat('x', 200000));
    }
    $response->end($request->server['request_method'] . ' ' . $uri . ' ' . strlen($request->rawContent()));
});
run();
