--TEST--
Coroutine\FastCGI\Client: what a server gets, and what it answers
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI\{HttpResponse, Request, Response};

Co\run(function () {
    $server = serve(function ($socket) {
        $request = receive($socket);
        $body = strlen($request->body) > 99 ? strlen($request->body) : $request->body;
        $script = $request->params['SCRIPT_FILENAME'] ?? 'none';
        $head = "Status: 201 Made\r\nContent-Type: text/plain\r\nX-List: a\r\nX-List: b\r\nSet-Cookie: c=1; path=/\r\nSet-Cookie: d=2\r\n\r\n";
        $told = implode(' ', array_count_values($request->kinds)) . ' ' . implode(' ', array_unique($request->kinds));
        $answer = answer("{$head}$script {$request->params['REQUEST_METHOD']} {$request->params['QUERY_STRING']} $body $told", 'a warning');
        // Whatever the pieces are that arrive.
        foreach (str_split($answer, 7) as $piece) {
            $socket->sendAll($piece);
            Co::sleep(0.001);
        }
    });
    $client = new Client('127.0.0.1', $server->port);
    $response = $client->execute(page('/var/www/a b.php?x=1')->withMethod('POST')->withBody(['f' => 'g h']), 5);
    var_dump($response instanceof HttpResponse, $response->getStatusCode(), $response->getReasonPhrase(), $response->getBody(), $response->getError());
    echo json_encode([$response->getHeaders(), $response->getHeader('x-list'), $response->getSetCookieHeaderLines()], JSON_UNESCAPED_SLASHES), "\n";

    // Parameters of more than one record, a body of several.
    $long = page()->withHeader('A', str_repeat('a', 60000))->withHeader('B', str_repeat('b', 60000))->withBody(str_repeat('x', 140000));
    echo substr($client->execute($long, 5)->getBody(), -50), "\n";
    tell(fn() => $client->execute(page()->withParam('LONG', str_repeat('x', 65535)))->getBody());

    $plain = $client->execute((new Request)->withParams(['REQUEST_METHOD' => 'NONE', 'QUERY_STRING' => '']), 5);
    var_dump($plain::class === Response::class, $plain->getError());
    echo strtok($plain->getBody(), "\r"), "\n";

    $url = "127.0.0.1:$server->port";
    echo Client::call($url, '/tmp/greet.php', ['who' => 'Tern'], 5), "\n";
    echo Client::call($url, '/tmp/greet.php?who=Tern'), "\n";
    echo (new Client($url, $server->port))->execute(page('/both'), 5)->getBody(), "\n";
    $server->shutdown();
});
?>
--EXPECT--
bool(true)
int(201)
string(4) "Made"
string(67) "/var/www/a b.php?x=1 POST x=1 f=g+h 1 2 2 BeginRequest Params Stdin"
string(9) "a warning"
[{"Content-Type":"text/plain","X-List":"a, b"},"a, b",["c=1; path=/","d=2"]]
/a.php GET  140000 1 3 4 BeginRequest Params Stdin
InvalidArgumentException 0: A parameter of FastCGI and its name may have 65527 bytes, 'LONG' has 65539
bool(true)
string(9) "a warning"
Status: 201 Made
/tmp/greet.php POST  who=Tern 1 2 2 BeginRequest Params Stdin
/tmp/greet.php GET who=Tern  1 2 1 BeginRequest Params Stdin
/both GET   1 2 1 BeginRequest Params Stdin
