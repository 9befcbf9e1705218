<?php
// Handlers that read bodies while the client still sends.

use Swoole\Coroutine;
use Tern\Http\{BodyException, BodyStream};

require __DIR__ . '/../support/server.php';

$server = http_server();

function on_echo($request, $response)
{
    $body = new BodyStream($request);
    note('BEGUN', var_export($body->length(), true));
    $hash = hash_init('sha256');
    $size = 0;
    while (($piece = $body->read()) !== '') {
        if ($size === 0) {
            note('FIRST', $piece[0]);
        }
        $size += strlen($piece);
        hash_update($hash, $piece);
    }
    $response->end(json_encode([$size, hash_final($hash), $body->eof(), $body->received(), $body->read()]));
}
function on_pieces($request, $response)
{
    foreach (new BodyStream($request) as $at => $piece) {
        note('PIECE', (string) $at, $piece);
        $response->write("$at:$piece;");
    }
    $response->end('end');
}
function on_move($request, $response)
{
    $body = new BodyStream($request);
    note('BEGUN');
    try {
        $size = $body->moveTo($request->get['to']);
        $response->end(json_encode([$size, hash_file('sha256', $request->get['to'])]));
    } catch (BodyException $e) {
        note('LOST', (string) $e->getCode(), file_exists($request->get['to']) ? 'kept' : 'removed');
        if ($response->isWritable()) {
            $response->end($e->getMessage());
        }
    }
}
function on_content($request, $response)
{
    note('BEGUN');
    $content = $request->getContent();
    $response->end(json_encode([strlen($content), hash('sha256', $content), $request->post, strlen($request->getData()) - strlen($content)]));
}
function on_form($request, $response)
{
    note('BEGUN');
    $body = new BodyStream($request);
    $seen = [];
    while (!$body->wait(0.001)) {
        if ($body->received() !== end($seen)) {
            $seen[] = $body->received();
            note('PROGRESS', (string) $body->received(), (string) $body->length());
        }
    }
    $file = $request->files['f'] ?? null;
    $response->end(json_encode(['post' => $request->post, 'size' => $file['size'] ?? null, 'content' => $request->getContent(),
        'same' => $file ? hash_file('sha256', $file['tmp_name']) : null, 'received' => $body->received()]));
}
function on_properties($request, $response)
{
    note(
        'BEGUN',
        isset($request->post['t']) ? 'set' : 'unset',
        $request->post['t'] ?? '-',
        (string) count($request->files),
        (string) count((clone $request)->tmpfiles),
    );
    $response->end('done');
}
function on_dump($request, $response)
{
    $copy = clone $request;
    $request->files = 'mine';
    $names = implode(',', array_keys(array_filter(get_object_vars($request), fn($value) => $value !== null)));
    note('DUMPED', $names);
    $response->end(json_encode([$copy->post, $request->files]));
}
function on_raw_form($request, $response)
{
    $body = new BodyStream($request);
    $raw = '';
    foreach ($body as $piece) {
        $raw .= $piece;
    }
    $response->end(json_encode([$raw, @$request->post, @$request->files, @$request->getContent(), error_get_last()['message']]));
}
function on_types($request, $response)
{
    note('BEGUN', json_encode([$request->files, $request->tmpfiles, $request->post]));
    $response->end((new BodyStream($request))->read());
}
function on_limits($request, $response)
{
    note('BEGUN');
    try {
        (new BodyStream($request))->read();
        $response->end('read');
    } catch (BodyException $e) {
        note('ENDED', (string) $e->getCode(), $e->getMessage());
        throw $e;
    }
}
function on_timeout($request, $response)
{
    try {
        (new BodyStream($request))->read(10, 0.001);
    } catch (BodyException $e) {
        $response->end($e->getCode() === SWOOLE_ERROR_CO_TIMEDOUT ? 'timed out' : $e->getMessage());
    }
}
function on_two($request, $response)
{
    $body = new BodyStream($request);
    $reader = go(function () use ($body) {
        try {
            note('OTHER', $body->read(), $body->read());
        } catch (BodyException $e) {
            note('OTHER', $e->getMessage());
        }
    });
    foreach ([fn() => $body->read(), fn() => $request->getContent(), fn() => $body->wait(1), fn() => $request->post] as $read) {
        try {
            $read();
            note('READ');
        } catch (Error $e) {
            note('ERROR', str_replace("coroutine $reader ", '', $e->getMessage()));
        }
    }
    if (isset($request->get['end'])) {
        return $response->end('early');
    }
    $response->end((string) $body->received());
}
function on_refuse($request, $response)
{
    $response->status(401);
    $response->end('no');
}
function on_nothing($request, $response)
{
    note('BEGUN');
}
function on_expect($request, $response)
{
    note('BEGUN');
    while (!file_exists($request->get['go'])) {
        Coroutine::sleep(0.001);
    }
    $response->end((new BodyStream($request))->read());
}
function on_gone($request, $response)
{
    $body = new BodyStream($request);
    try {
        while ($body->read() !== '') {
            note('SOME');
        }
        note('WHOLE');
    } catch (Throwable $e) {
        note('GONE', get_class($e), (string) $e->getCode(), (string) swoole_last_error());
        if (isset($request->get['rethrow'])) {
            throw $e;
        }
        try {
            $body->read();
        } catch (BodyException $e) {
            note('AGAIN', (string) $e->getCode());
        }
    } finally {
        note('FINALLY', $response->isWritable() ? 'open' : 'closed');
    }
}
function on_cancel($request, $response)
{
    $self = Coroutine::getCid();
    go(function () use ($self) {
        Coroutine::sleep(0.001);
        Coroutine::cancel($self, isset($_GET['throw']));
    });
    try {
        (new BodyStream($request))->read();
    } catch (Throwable $e) {
        $response->end(get_class($e) . ' ' . $e->getCode());
    }
}
function on_overdue($request, $response)
{
    try {
        while ((new BodyStream($request))->read() !== '');
    } catch (Throwable $e) {
        note('OVERDUE', get_class($e));
        throw $e;
    }
}
function on_slowly($request, $response)
{
    $body = new BodyStream($request);
    note('BEGUN');
    while (!file_exists($request->get['go'])) {
        Coroutine::sleep(0.001);
    }
    for ($size = 0; ($piece = $body->read(1000)) !== ''; $size += strlen($piece));
    $response->end((string) $size);
}
function on_received($request, $response)
{
    $body = new BodyStream($request);
    while (!file_exists($request->get['go'])) {
        if (($now = $body->received()) !== ($before ?? null)) {
            note('RECEIVED', (string) ($before = $now));
        }
        Coroutine::sleep(0.001);
    }
    $response->end();
}
function on_uploaded($request, $response)
{
    $file = $request->files['f'];
    $path = $file['tmp_name'];
    $before = [is_uploaded_file($path), is_uploaded_file(__FILE__), move_uploaded_file(__FILE__, $request->get['to'])];
    $moved = isset($request->get['leave']) ? null : move_uploaded_file($path, $request->get['to']);
    if (isset($request->get['hold'])) {
        Coroutine::sleep(0.01);
    }
    $response->end(json_encode([...$before, $moved, is_uploaded_file($path), $path, move_uploaded_file($path, '/nonexistent/x')]));
}
function on_was_uploaded($request, $response)
{
    $response->end(json_encode(is_uploaded_file($request->get['path'])));
}
function on_pid($request, $response)
{
    $response->end((string) getmypid());
}

$server->on('request', function ($request, $response) use ($server) {
    $parts = array_filter(explode('/', $request->server['path_info']), fn($part) => $part !== '' && $part !== 's');
    ('on_' . implode('_', $parts))($request, $response);
});
run();
