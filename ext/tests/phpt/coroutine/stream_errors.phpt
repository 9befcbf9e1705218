--TEST--
The stream errors of PHP 8.6 belong to the call that they are from, while other coroutines have calls
--SKIPIF--
<?php if (PHP_VERSION_ID < 80600) die('skip PHP 8.6 has them'); ?>
--FILE--
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false) . '/';

Co\run(function () use ($server, $url) {
    $found = [];
    $read = function (string $name) use ($url, &$found): void {
        $context = stream_context_create(['stream' => ['error_mode' => StreamErrorMode::Exception]]);
        try {
            file_get_contents($url . $name, false, $context);
        } catch (StreamException $exception) {
            $messages = array_map(fn($error) => $error->message, $exception->getErrors());
            $found[$name] = [count($messages), str_contains(implode(' ', $messages), $name === 'a' ? '404' : '500')];
        }
    };
    $first = go($read, 'a');
    $second = go($read, 'b');
    $one = stream_socket_accept($server);
    $other = stream_socket_accept($server);
    // A call of this coroutine fails meanwhile.
    $silent = stream_context_create(['stream' => ['error_mode' => StreamErrorMode::Silent, 'error_store' => StreamErrorStore::All]]);
    var_dump(fopen('/nowhere/file', 'r', false, $silent), count(stream_last_errors()));
    fread($one, 1000);
    fread($other, 1000);
    // The first call ends first.
    fwrite($one, "HTTP/1.0 404 Not Found\r\n\r\n");
    fclose($one);
    Co::join([$first]);
    fwrite($other, "HTTP/1.0 500 Broken\r\n\r\n");
    fclose($other);
    Co::join([$second]);
    ksort($found);
    echo json_encode($found), "\n";
});
?>
--EXPECT--
bool(false)
int(1)
{"a":[1,true],"b":[1,true]}
