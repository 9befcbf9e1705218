--TEST--
Coroutine\Client: packets by length, end mark and function, however they arrive
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;

// Sends a byte at a time what is to arrive.
function client_of(string $bytes, array $settings): Client
{
    $server = serve(function ($socket) use ($bytes) {
        foreach (str_split($bytes) as $byte) {
            $socket->sendAll($byte);
        }
    });
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set($settings);
    $client->connect('127.0.0.1', $server->port, 5);
    $server->shutdown();
    return $client;
}

function show(Client $client): void
{
    do {
        $packet = $client->recv();
        echo json_encode($packet, JSON_INVALID_UTF8_SUBSTITUTE), $client->errCode !== 0 ? " $client->errCode $client->errMsg" : '', "\n";
    } while ($packet !== '' && $packet !== false);
    $client->close();
}

Co\run(function () {
    echo "length\n";
    $length = ['open_length_check' => true, 'package_length_type' => 'n', 'package_body_offset' => 2];
    show(client_of(pack('n', 5) . 'hello' . pack('n', 0) . pack('n', 2) . 'ok', $length));
    echo "too large, cut off\n";
    show(client_of(pack('n', 99) . 'hello', $length + ['package_max_length' => 50]));
    show(client_of(pack('n', 99) . 'hello', $length));
    echo "end mark\n";
    show(client_of("one\r\n\r\nthree\r\nrest", ['open_eof_check' => true]));
    show(client_of('a;b;;', ['open_eof_split' => true, 'package_eof' => ';']));
    echo "function\n";
    $measure = fn(string $head) => match (true) { $head === '' => 0, $head[0] === '!' => -1, default => (int) $head[0] };
    show(client_of('3ab1', ['open_length_check' => true, 'package_length_func' => $measure]));
    show(client_of('2a!x', ['open_length_check' => true, 'package_length_func' => $measure]));
    echo "MQTT\n";
    show(client_of("\x30\x03abc\xC0\x00", ['open_mqtt_protocol' => true]));
    echo "set later\n";
    $client = client_of("a\nb", []);
    $client->set(['open_eof_check' => true, 'package_eof' => "\n"]);
    echo json_encode($client->recv()), "\n";
    $client->set(['open_eof_check' => false]);
    echo json_encode($client->recv()), "\n";
});
?>
--EXPECT--
length
"\u0000\u0005hello"
"\u0000\u0000"
"\u0000\u0002ok"
""
too large, cut off
false 1201 Package is too large
"" 104 Connection reset by peer
end mark
"one\r\n"
"\r\n"
"three\r\n"
"" 104 Connection reset by peer
"a;"
"b;"
";"
""
function
"3ab"
"1"
""
"2a"
false 1204 Malformed package
MQTT
"0\u0003abc"
"\ufffd\u0000"
""
set later
"a\n"
"b"
