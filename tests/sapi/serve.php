<?php
// PHP's own tests as scripts of a classic site. Beside each test.php there is a test.php.json: the settings of the request, and
// variables for $_SERVER.
require __DIR__ . '/../support/server.php';

use Tern\Internal\Site\Options;
use Tern\Internal\Site\ServerVariables;
use Tern\Internal\Site\Target;
use function Tern\Internal\serve_script;

$server = http_server();
$root = given('root');
$server->set(['enable_static_handler' => false] + (new Options($root))->ofServer());
$variables = new ServerVariables($root, '127.0.0.1', (bool) ini_get('register_argc_argv'));
$server->on('request', function ($request, $response) use ($root, $variables) {
    $target = new Target(Target::SCRIPT, $root, $request->server['request_uri']);
    $test = json_decode(file_get_contents("$target->file.json"), true, 512, JSON_THROW_ON_ERROR);
    $all = $test['variables'] + $variables->of($request, $target, $request->server['query_string'] ?? '');
    serve_script($request, $response, $target->file, $all, parse_ini_string($test['settings']));
});
run();
