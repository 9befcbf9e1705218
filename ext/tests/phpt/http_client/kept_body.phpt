--TEST--
Coroutine\Http\Client: setData() stays for execute() and download(), and for no other request; the method of any request stays
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $server = answering(fn(string $request) => answer(explode(' ', $request)[0] . ' ' . (explode("\r\n\r\n", $request, 2)[1] ?: 'no body')));
    $client = client_of($server);
    $file = tempnam(sys_get_temp_dir(), 'tern-');
    $client->setData('kept');
    foreach (['execute', 'execute', 'get', 'execute'] as $method) {
        $client->$method('/');
        echo "$method: $client->body\n";
    }
    $client->setMethod('PUT');
    $client->download('/', $file);
    echo 'download: ', file_get_contents($file), "\n";
    $client->post('/', 'posted');
    echo "post: $client->body\n";
    $client->execute('/');
    echo "execute: $client->body\n";
    $client->setData('for the next one');
    $client->get('/');
    echo "get: $client->body\n";
    $client->get('/');
    echo "get: $client->body\n";
    $client->setData('');
    $client->execute('/');
    echo "execute: $client->body\n";
    unlink($file);
    $server->shutdown();
});
?>
--EXPECT--
execute: POST kept
execute: POST kept
get: GET no body
execute: GET kept
download: PUT kept
post: POST posted
execute: POST posted
get: GET for the next one
get: GET no body
execute: GET no body
