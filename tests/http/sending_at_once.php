<?php
// Handlers that send something and then block their process, until the test opens the other end of a FIFO.

require __DIR__ . '/../support/server.php';

function block(): void
{
    note('BLOCKS');
    file_get_contents(given('fifo'));
    note('GOES ON');
}

$server = http_server();
$server->on('request', function ($request, $response) {
    switch ($request->server['path_info']) {
        case '/end':
            $response->end('answer');
            return block();
        case '/write':
            $response->write('piece');
            block();
            return $response->end();
        case '/write/end':
            $response->write('an');
            $response->end('swer');
            return block();
        case '/trailer':
            $response->trailer('x-a', 'b');
            $response->end('answer');
            return block();
        case '/sendfile':
            $response->sendfile(given('file'));
            return block();
        case '/redirect':
            $response->redirect('/elsewhere');
            return block();
        case '/early':
            $response->end(strlen((new Tern\Http\BodyStream($request))->read(1)));
            return block();
    }
    $response->end('ok');
});
run();
