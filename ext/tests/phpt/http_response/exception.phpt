--TEST--
Exceptions in the request callback: 500, a log record, and the worker goes on
--FILE--
<?php
require __DIR__ . '/../server.inc';
const CODE = <<<'PHP'
class Fails { public function __destruct() { throw new LogicException('from a destructor'); } }
$server->on('request', function ($request, $response) {
    switch ($request->server['path_info']) {
        case '/throw': throw new RuntimeException('text of the exception');
        case '/ended': $response->end('ended'); throw new RuntimeException('after end');
        case '/started': $response->write('part'); throw new RuntimeException('in the middle');
        case '/destructor': $fails = new Fails; $response->end('fine'); return;
        case '/output': ob_start(function () { throw new RuntimeException('in an output callback'); }); echo "x\n"; $response->end('fine'); return;
        case '/handler':
            set_exception_handler(fn ($e) => print 'handler: ' . $e->getMessage() . "\n");
            throw new RuntimeException('for the handler');
        case '/bad-handler':
            set_exception_handler(fn ($e) => throw new LogicException('the handler fails'));
            throw new RuntimeException('for the handler that fails');
        case '/none':
            set_exception_handler(fn ($e) => print "never called\n");
            set_exception_handler(null);
            throw new RuntimeException('for no handler');
        case '/pid': return $response->end(getmypid());
    }
});
PHP;
foreach (['stderr', '1'] as $display) {
    $server = start_server(CODE, ['log_level' => 4], ['display_errors' => $display]);
    $pid = $server->get('/pid');
    foreach (['/throw', '/ended', '/started', '/destructor', '/output', '/handler', '/bad-handler', '/none', '/throw'] as $target) {
        $answer = $server->ask($target);
        echo $target, ' ', status($answer), ' ', strtok(preg_replace('~ in /\S+~', ' in FILE', body($answer)), "\n"), "\n";
    }
    var_dump($pid === $server->get('/pid'));
    echo preg_replace(['/^\t#.*\n/m', '/^\tStack trace:\n/m'], '', $server->stop());
}
?>
--EXPECT--
/throw HTTP/1.1 500 Internal Server Error Internal Server Error
/ended HTTP/1.1 200 OK ended
/started HTTP/1.1 200 OK 4
/destructor HTTP/1.1 200 OK fine
/output HTTP/1.1 200 OK fine
/handler HTTP/1.1 500 Internal Server Error Internal Server Error
/bad-handler HTTP/1.1 500 Internal Server Error Internal Server Error
/none HTTP/1.1 500 Internal Server Error Internal Server Error
/throw HTTP/1.1 500 Internal Server Error Internal Server Error
bool(true)
[*.0] ERROR	Uncaught RuntimeException: text of the exception in SCRIPT:14
[*.0] ERROR	Uncaught RuntimeException: after end in SCRIPT:15
[*.0] ERROR	Uncaught RuntimeException: in the middle in SCRIPT:16
[*.0] ERROR	Uncaught LogicException: from a destructor in SCRIPT:11
x
[*.0] ERROR	Uncaught RuntimeException: in an output callback in SCRIPT:18
handler: for the handler
[*.0] ERROR	Uncaught LogicException: the handler fails in SCRIPT:23
[*.0] ERROR	Uncaught RuntimeException: for no handler in SCRIPT:28
[*.0] ERROR	Uncaught RuntimeException: text of the exception in SCRIPT:14
/throw HTTP/1.1 500 Internal Server Error RuntimeException: text of the exception in FILE
/ended HTTP/1.1 200 OK ended
/started HTTP/1.1 200 OK 4
/destructor HTTP/1.1 200 OK fine
/output HTTP/1.1 200 OK fine
/handler HTTP/1.1 500 Internal Server Error RuntimeException: for the handler in FILE
/bad-handler HTTP/1.1 500 Internal Server Error RuntimeException: for the handler that fails in FILE
/none HTTP/1.1 500 Internal Server Error RuntimeException: for no handler in FILE
/throw HTTP/1.1 500 Internal Server Error RuntimeException: text of the exception in FILE
bool(true)
[*.0] ERROR	Uncaught RuntimeException: text of the exception in SCRIPT:14
[*.0] ERROR	Uncaught RuntimeException: after end in SCRIPT:15
[*.0] ERROR	Uncaught RuntimeException: in the middle in SCRIPT:16
[*.0] ERROR	Uncaught LogicException: from a destructor in SCRIPT:11
x
[*.0] ERROR	Uncaught RuntimeException: in an output callback in SCRIPT:18
handler: for the handler
[*.0] ERROR	Uncaught LogicException: the handler fails in SCRIPT:23
[*.0] ERROR	Uncaught RuntimeException: for no handler in SCRIPT:28
[*.0] ERROR	Uncaught RuntimeException: text of the exception in SCRIPT:14
