--TEST--
SoapClient: one coroutine at a time, also while it has properties of its own extension
--EXTENSIONS--
soap
--FILE--
<?php
Co\run(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $answered = new Co\Channel(1);
    go(function () use ($listener, $answered) {
        $connection = stream_socket_accept($listener);
        fread($connection, 8192);
        $answered->pop();  // the second call has been made
        $body = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><r><a>hello</a></r></e:Body></e:Envelope>';
        fwrite($connection, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
        fclose($connection);
    });
    $client = new SoapClient(null, ['location' => 'http://' . stream_socket_get_name($listener, false), 'uri' => 'u']);
    go(function () use ($client) { var_dump($client->first()); });
    try {
        $client->second();
    } catch (Swoole\Error $error) {
        echo preg_replace('/#\d+/', '#', strtok($error->getMessage(), "\n")), "\n";
    }
    $answered->push(true);
});
?>
--EXPECT--
SoapClient is used by another coroutine#, using it or what belongs to it in coroutine# at the same time is not allowed
string(5) "hello"
