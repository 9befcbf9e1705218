--TEST--
Options of traces: what they take and what they refuse
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
$tries = [
    ['tracing' => 'http://collector:4318'],
    ['tracing' => 'https://[::1]:4318/base'],
    ['tracing' => ''],
    ['tracing' => 'collector:4318'],
    ['tracing' => 'http://'],
    ['tracing' => 'http://:4318'],
    ['tracing' => 'http://user@collector'],
    ['tracing' => "http://a\r\nb"],
    ['tracing_sample_ratio' => 0],
    ['tracing_sample_ratio' => 1],
    ['tracing_sample_ratio' => 0.25],
    ['tracing_sample_ratio' => '0.000001'],
    ['tracing_sample_ratio' => 1.1],
    ['tracing_sample_ratio' => -0.1],
    ['tracing_sample_ratio' => 'often'],
    ['tracing_service_name' => 'shop'],
    ['tracing_headers' => ['Authorization' => 'Bearer x']],
    ['tracing_headers' => ['a b' => 'x']],
    ['tracing_headers' => ['a' => "x\n"]],
];
foreach ($tries as $try) {
    try {
        $server->set($try);
        echo json_encode($try, JSON_UNESCAPED_SLASHES), "\n";
    } catch (Error $error) {
        echo get_class($error), ': ', substr($error->getMessage(), strpos($error->getMessage(), 'option')), "\n";
    }
}
?>
--EXPECT--
{"tracing":"http://collector:4318"}
{"tracing":"https://[::1]:4318/base"}
{"tracing":""}
ValueError: option "tracing" must be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment, "collector:4318" given
ValueError: option "tracing" must be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment, "http://" given
ValueError: option "tracing" must be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment, "http://:4318" given
ValueError: option "tracing" must be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment, "http://user@collector" given
ValueError: option "tracing" must be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment, "http://a
b" given
{"tracing_sample_ratio":0}
{"tracing_sample_ratio":1}
{"tracing_sample_ratio":0.25}
{"tracing_sample_ratio":"0.000001"}
ValueError: option "tracing_sample_ratio" must be between 0 and 1, 1.1 given
ValueError: option "tracing_sample_ratio" must be between 0 and 1, -0.1 given
TypeError: option "tracing_sample_ratio" must be int or float (0 to 1), "often" given
{"tracing_service_name":"shop"}
{"tracing_headers":{"Authorization":"Bearer x"}}
ValueError: option "tracing_headers" must be the name of a field, with a value without line ends, "a b" given
ValueError: option "tracing_headers" must be the name of a field, with a value without line ends, "a" given
