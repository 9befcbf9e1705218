<?php
// PHP's own tests as scripts of a classic site, as tests/sapi/serve.php does it. `/resume/NAME` continues the script NAME, which has
// suspended itself (pause.php).
require __DIR__ . '/../support/server.php';

use Swoole\Coroutine;
use Tern\Internal\Site\Options;
use Tern\Internal\Site\ServerVariables;
use Tern\Internal\Site\Target;
use function Tern\Internal\serve_script;

$server = http_server();
$root = given('root');
$server->set(['enable_static_handler' => false] + (new Options($root))->ofServer());
$variables = new ServerVariables($root, '127.0.0.1', (bool) ini_get('register_argc_argv'));
$server->on('request', function ($request, $response) use ($root, $variables) {
    static $running = [];
    $path = $request->server['request_uri'];
    if (str_starts_with($path, '/resume/')) {
        Coroutine::resume($running[substr($path, strlen('/resume'))]);
        $response->end();
        return;
    }
    $running[$path] = Coroutine::getCid();
    $target = new Target(Target::SCRIPT, $root, $path);
    $test = json_decode(file_get_contents("$target->file.json"), true, 512, JSON_THROW_ON_ERROR);
    $all = $test['variables'] + $variables->of($request, $target, $request->server['query_string'] ?? '');
    serve_script($request, $response, $target->file, $all, parse_ini_string($test['settings']));
    unset($running[$path]);
});
run();
