--TEST--
exit() ends the request, not the worker
--FILE--
<?php
require __DIR__ . '/../server.inc';
const CODE = <<<'PHP'
function deep($status) { try { exit($status); } finally { echo "finally\n"; } }
class Exits { public function __destruct() { exit('from a destructor'); } }
class Stubborn { public function __toString(): string { return 'object'; } }
$server->on('request', function ($request, $response) {
    switch ($request->server['path_info']) {
        case '/plain': exit;
        case '/int': exit(3);
        case '/text': $response->header('X-Kept', 'yes'); exit('bye');
        case '/variable': $text = 'in a variable'; exit($text);
        case '/deep': deep('deep ' . 'down');
        case '/write': $response->write('part '); exit('and rest');
        case '/ended': $response->end('ended'); exit('not sent');
        case '/destructor': $exits = new Exits; unset($exits); $response->end('not sent'); return;
        case '/caught': try { exit('status'); } catch (Swoole\ExitException $e) { return $response->end(json_encode([$e->getStatus(), $e->getFlags()])); }
        case '/nested': Swoole\Coroutine::create(function () { exit('only this one'); }); return $response->end('goes on');
        case '/map': array_map(function ($x) { exit("at $x"); }, [1, 2]);
        case '/generator': foreach ((function () { yield 1; exit('in a generator'); })() as $x); return;
        case '/fiber': (new Fiber(function () { exit('in a fiber'); }))->start(); return;
        case '/pid': return $response->end(getmypid());
    }
});
PHP;
foreach ([true, false] as $coroutines) {
    $server = start_server(CODE, ['enable_coroutine' => $coroutines]);
    $pid = $server->get('/pid');
    foreach (['/plain', '/int', '/text', '/variable', '/deep', '/write', '/ended', '/destructor', '/caught', '/nested', '/map', '/generator', '/fiber'] as $target) {
        $answer = $server->ask($target);
        echo $target, ' ', status($answer), ' ', json_encode(body($answer)), "\n";
    }
    var_dump($pid === $server->get('/pid'));
    echo $server->stop();
}
?>
--EXPECT--
/plain HTTP/1.1 200 OK ""
/int HTTP/1.1 200 OK ""
/text HTTP/1.1 200 OK "bye"
/variable HTTP/1.1 200 OK "in a variable"
/deep HTTP/1.1 200 OK "deep down"
/write HTTP/1.1 200 OK "5\r\npart \r\n8\r\nand rest\r\n0\r\n\r\n"
/ended HTTP/1.1 200 OK "ended"
/destructor HTTP/1.1 200 OK "from a destructor"
/caught HTTP/1.1 200 OK "[\"status\",6]"
/nested HTTP/1.1 200 OK "goes on"
/map HTTP/1.1 200 OK "at 1"
/generator HTTP/1.1 200 OK "in a generator"
/fiber HTTP/1.1 200 OK "in a fiber"
bool(true)
finally
/plain HTTP/1.1 200 OK ""
/int HTTP/1.1 200 OK ""
/text HTTP/1.1 200 OK "bye"
/variable HTTP/1.1 200 OK "in a variable"
/deep HTTP/1.1 200 OK "deep down"
/write HTTP/1.1 200 OK "5\r\npart \r\n8\r\nand rest\r\n0\r\n\r\n"
/ended HTTP/1.1 200 OK "ended"
/destructor HTTP/1.1 200 OK "from a destructor"
/caught HTTP/1.1 200 OK "[\"status\",4]"
/nested HTTP/1.1 200 OK "goes on"
/map HTTP/1.1 200 OK "at 1"
/generator HTTP/1.1 200 OK "in a generator"
/fiber HTTP/1.1 200 OK "in a fiber"
bool(true)
finally
