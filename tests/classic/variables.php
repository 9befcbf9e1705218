<?php
// Answers with what a script of the site would have in $_SERVER.
require __DIR__ . '/../support/server.php';

use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Internal\Site\NeverSent;
use Tern\Internal\Site\Router;
use Tern\Internal\Site\ServerVariables;
use Tern\Internal\Site\TargetKind;
use Tern\Internal\Site\UrlPath;

$server = http_server();
$router = new Router(given('root'), NeverSent::of(given('root')));
$variables = new ServerVariables(given('root'), given('address'), given('has_arguments'));
$server->on('request', function (Request $request, Response $response) use ($router, $variables) {
    $path = UrlPath::of($request->server['request_uri']);
    $target = $path === null ? null : $router->find($path);
    if ($target?->kind === TargetKind::Script) {
        $response->end(json_encode($variables->of($request, $target, $request->server['query_string'] ?? '')));
    } else {
        $response->status(404);
        $response->end($target?->kind->name ?? 'malformed');
    }
});
run();
