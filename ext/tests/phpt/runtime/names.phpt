--TEST--
Runtime: names are looked up while others run, addresses at once; without hooks in order
--FILE--
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$calls = [
    'gethostbyname' => fn() => gethostbyname('localhost'),
    'gethostbynamel' => fn() => in_array('127.0.0.1', gethostbynamel('localhost')),
    'gethostbyaddr' => fn() => is_string(gethostbyaddr('127.0.0.1')),
    'a client by name' => fn() => is_resource(stream_socket_client("tcp://localhost:$port", $code, $text, 5)),
    'an address' => fn() => gethostbyname('127.0.0.1'),
];
function each_with_another($calls) {
    foreach ($calls as $name => $call) {
        $id = go(function () use ($name, $call) { echo "$name: " . json_encode($call()) . "\n"; });
        echo Co::exists($id) ? '(meanwhile) ' : '';
        Co::join([$id]);
    }
}
Co\run('each_with_another', $calls);
// Each gets its own answer.
Co\run(function () {
    for ($i = 0; $i < 50; ++$i) {
        $ids[] = go(function () use ($i, &$found) { $found[$i] = gethostbyname($i % 2 ? 'localhost' : 'no name'); });
    }
    Co::join($ids);
    ksort($found);
    echo json_encode(array_count_values($found)), ' ', json_encode(array_slice($found, 0, 4)), "\n";
});
foreach (['NET_FUNCTION' => SWOOLE_HOOK_NET_FUNCTION, 'BLOCKING_FUNCTION' => SWOOLE_HOOK_BLOCKING_FUNCTION,
          'neither' => SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_NET_FUNCTION ^ SWOOLE_HOOK_BLOCKING_FUNCTION] as $name => $flags) {
    Swoole\Runtime::enableCoroutine($flags);
    echo "$name: ";
    Co\run('each_with_another', ['gethostbyname' => $calls['gethostbyname']]);
}
?>
--EXPECT--
(meanwhile) gethostbyname: "127.0.0.1"
(meanwhile) gethostbynamel: true
(meanwhile) gethostbyaddr: true
(meanwhile) a client by name: true
an address: "127.0.0.1"
{"no name":25,"127.0.0.1":25} ["no name","127.0.0.1","no name","127.0.0.1"]
NET_FUNCTION: (meanwhile) gethostbyname: "127.0.0.1"
BLOCKING_FUNCTION: (meanwhile) gethostbyname: "127.0.0.1"
neither: gethostbyname: "127.0.0.1"
