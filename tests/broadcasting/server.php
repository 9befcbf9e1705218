<?php
// The server of broadcasting_test.py: it broadcasts, and is the application that signs for its users.

require __DIR__ . '/../support/server.php';
if (given('library') !== null) {
    require given('library') . '/vendor/autoload.php';
}

use Tern\Pusher\Application;
use Tern\Pusher\Broadcasting;

$pusher = given('library') === null ? null : new Pusher\Pusher('key', 'secret', 'app');
$server = websocket_server();
$server->on('request', by_path($server));
if (given('own', false)) {
    $server->on('open', fn($server, $request) => $server->push($request->fd, "own {$request->server['path_info']}"));
    $server->on('message', fn($server, $frame) => $server->push($frame->fd, "own $frame->data"));
    $server->on('close', fn($server, $fd) => note('OWN CLOSE'));
}
$broadcasting = new Broadcasting($server, [
    new Application('app', 'key', 'secret', ...given('application', [])),
    new Application('other', 'other-key', 'other-secret'),
], given('broadcasting', []));

// What Laravel answers to Echo; the user comes in a field.
function on_broadcasting_auth($request, $response, $server): void
{
    ['channel_name' => $channel, 'socket_id' => $socket] = $request->post;
    $user = $request->header['x-user'] ?? '';
    $response->header('Content-Type', 'application/json');
    $response->end(match (true) {
        $user === '' => $response->status(403) ? '{}' : '',
        str_starts_with($channel, 'presence-') => $GLOBALS['pusher']->authorizePresenceChannel($channel, $socket, $user, ['name' => "User $user"]),
        default => $GLOBALS['pusher']->authorizeChannel($channel, $socket),
    });
}

function on_pusher_user_auth($request, $response, $server): void
{
    $response->end($GLOBALS['pusher']->authenticateUser($request->post['socket_id'], ['id' => $request->header['x-user']]));
}

// The worker of a connection.
function on_worker($request, $response, $server): void
{
    $response->end((string) ($server->getClientInfo((int) $request->get['fd'])['reactor_id'] ?? 'none'));
}

function on_pid($request, $response, $server): void
{
    $response->end((string) $server->getWorkerPid((int) $request->get['worker']));
}

// The program publishes without HTTP.
function on_publish($request, $response, $server): void
{
    ['channels' => $channels, 'event' => $event, 'data' => $data] = json_decode($request->getContent(), true);
    try {
        $GLOBALS['broadcasting']->publish($channels, $event, $data, $request->get['except'] ?? null);
        $response->end('published');
    } catch (ValueError $error) {
        $response->end($error->getMessage());
    }
}

run();
