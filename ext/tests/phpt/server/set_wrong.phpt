--TEST--
Swoole\Server::set: wrong types and values out of range throw and name what is allowed
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
$wrong = [
    ['worker_num' => -1],
    ['worker_num' => 1025],
    ['worker_num' => 1.5],
    ['worker_num' => 'four'],
    ['worker_num' => '4x'],
    ['worker_num' => []],
    ['max_request' => PHP_INT_MAX * 2.0],
    ['max_request' => -1],
    ['daemonize' => []],
    ['daemonize' => new stdClass],
    ['package_max_length' => '8X'],
    ['package_max_length' => ''],
    ['max_wait_time' => 'soon'],
    ['max_wait_time' => -0.5],
    ['max_wait_time' => NAN],
    ['pid_file' => "a\0b"],
    ['pid_file' => str_repeat('a', 5000)],
    ['pid_file' => []],
    ['user' => new stdClass],
    ['cpu_affinity_ignore' => 1],
    ['cpu_affinity_ignore' => [0, 'x']],
    ['cpu_affinity_ignore' => [-1]],
    ['log_level' => 7],
    ['server_header' => "a\r\nX: b"],
    ['access_log_format' => '%h %z'],
    ['access_log_format' => '%{Host'],
    ['access_log_format' => ''],
    ['http_keepalive_requests' => -1],
    ['http_body_min_rate' => 'fast'],
];
foreach ($wrong as $settings) {
    try {
        $server->set($settings);
        echo 'no error: ', json_encode($settings), "\n";
    } catch (Error $error) {
        $text = str_replace('Swoole\Server::set(): Argument #1 ($settings) option ', '', $error->getMessage());
        echo $error::class, ': ', $text, "\n";
    }
}
var_dump($server->setting);

// Options before the wrong one stay, the property does not show half of a call.
try {
    $server->set(['max_request' => 7, 'worker_num' => -1]);
} catch (ValueError) {
    var_dump($server->setting);
}
// An error handler that throws ends set() at the option that it was called for.
set_error_handler(function ($level, $text) {
    throw new ErrorException($text);
});
try {
    $server->set(['no_such_thing_at_all' => 1, 'worker_num' => -1]);
} catch (ErrorException $error) {
    echo $error->getMessage(), "\n";
}
class Text
{
    public function __toString(): string
    {
        throw new LogicException('no text');
    }
}
try {
    $server->set(['user' => new Text]);
} catch (LogicException $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
ValueError: "worker_num" must be between 0 and 1024, -1 given
ValueError: "worker_num" must be between 0 and 1024, 1025 given
TypeError: "worker_num" must be int, 1.5 given
TypeError: "worker_num" must be int, "four" given
TypeError: "worker_num" must be int, "4x" given
TypeError: "worker_num" must be int, array given
TypeError: "max_request" must be int, 1.84467E+19 given
ValueError: "max_request" must be 0 or more, -1 given
TypeError: "daemonize" must be bool, array given
TypeError: "daemonize" must be bool, stdClass given
TypeError: "package_max_length" must be int (bytes) or a string as "8M", "8X" given
TypeError: "package_max_length" must be int (bytes) or a string as "8M", "" given
TypeError: "max_wait_time" must be int or float (seconds), "soon" given
ValueError: "max_wait_time" must be between 0 and 86400, -0.5 given
TypeError: "max_wait_time" must be int or float (seconds), NAN given
ValueError: "pid_file" must not contain NUL bytes
ValueError: "pid_file" must be at most 4095 bytes long, 5000 given
TypeError: "pid_file" must be string (path), array given
TypeError: "user" must be string, stdClass given
TypeError: "cpu_affinity_ignore" must be array of int, int given
TypeError: "cpu_affinity_ignore" must be array of int, "x" given
ValueError: "cpu_affinity_ignore" must be between 0 and 4095, -1 given
ValueError: "log_level" must be between 0 and 6, 7 given
ValueError: "server_header" must be the value of a field, without line ends, "a
X: b" given
ValueError: "access_log_format" must have only known directives, and not %z, "%h %z" given
ValueError: "access_log_format" must name a field in each %{}, "%{Host" given
ValueError: "access_log_format" must be "combined", "json" or a format with directives, "" given
ValueError: "http_keepalive_requests" must be 0 or more, -1 given
TypeError: "http_body_min_rate" must be int (bytes) or a string as "8M", "fast" given
array(0) {
}
array(0) {
}
Swoole\Server::set(): unknown option "no_such_thing_at_all"
no text
