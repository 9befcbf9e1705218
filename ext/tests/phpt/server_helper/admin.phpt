--TEST--
Server\Admin: commands of workers, what is missing or wrong
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server('
    Swoole\Server\Admin::init($server);
    $server->on("request", function ($request, $response) {
        global $server;
        $given = json_decode($request->getContent(), true);
        $response->end($server->command($given[0], 0, SWOOLE_SERVER_COMMAND_WORKER, $given[1], false));
    });
');
function ask(string $command, array $data = []): string
{
    global $server;
    $context = stream_context_create(["http" => ["method" => "POST", "header" => "Content-Type: application/json", "content" => json_encode([$command, $data])]]);
    return file_get_contents("http://127.0.0.1:$server->port/", false, $context);
}
class Thing { const C = 1; public static $value = ['x']; public $p; function m() {} }
$info = json_decode(ask('get_version_info'), true);
var_dump($info['code'], $info['data']['php'] === PHP_VERSION, json_decode(ask('get_worker_info'), true)['data']['id']);
echo ask('close_session', ['session_id' => 999999]), ask('close_session'), ask('get_class_info', ['class_name' => 'none']), "\n";
echo json_decode(ask('get_class_info', ['class_name' => 'Swoole\Server']), true)['code'], json_decode(ask('get_function_info', ['function_name' => 'strlen']), true)['data']['params'][0], "\n";
foreach (['get_resources', 'get_timer_list', 'get_coroutine_list', 'get_defined_functions', 'get_declared_classes', 'get_server_memory_usage', 'get_server_cpu_usage'] as $command) {
    $answer = json_decode(ask($command), true);
    echo $command, ' ', $answer['code'], ' ', is_array($answer['data']) ? 'array' : $answer['data'], "\n";
}
echo ask('get_static_property_value', ['class_name' => 'Swoole\Server\Admin', 'property_name' => 'none']), "\n";
echo $server->stop();
?>
--EXPECT--
int(0)
bool(true)
int(0)
{"code":4004,"data":"There is no such session"}{"code":4001,"data":"session_id is a number"}{"code":4004,"data":"There is no such class"}
0string
get_resources 0 array
get_timer_list 0 array
get_coroutine_list 0 array
get_defined_functions 0 array
get_declared_classes 0 array
get_server_memory_usage 0 array
get_server_cpu_usage 0 array
{"code":4004,"data":"There is no such property"}
