--TEST--
Scripts: superglobals, head, exit(), shutdown functions, destructors, uncaught exceptions
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
implicit_flush=0
register_argc_argv=0
display_errors=0
log_errors=0
output_buffering=0
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'globals' => <<<'PHP'
        header('Content-Type: text/plain');
        echo json_encode([$_GET, $_POST, $_COOKIE, $_REQUEST, $_SERVER['SCRIPT_NAME'], isset($argv), isset($_SERVER['argv'])]), "\n";
        echo getcwd() === __DIR__ ? 'FOLDER' : 'elsewhere', ' ', $GLOBALS['x'] ?? 'no x', "\n";
        $x = 1;
        PHP,
    'head' => <<<'PHP'
        header('X-A: 1');
        header('X-A: 2', false);
        header('X-B: gone');
        header_remove('X-B');
        setcookie('a', 'b');
        http_response_code(418);
        header_register_callback(fn() => header('X-Last: ' . count(headers_list())));
        header('Content-Type: text/plain');
        PHP,
    'removed' => "ob_start(); header('X-A: 1'); echo headers_list()[1]; header_remove(); header('Content-Type: text/plain');",
    'status' => "header('HTTP/1.1 404 No such thing'); header('Content-Type: text/plain'); echo 'none';",
    'moved' => "header('Location: /elsewhere'); exit;",
    'sent' => <<<'PHP'
        echo 'first ';
        flush();
        set_error_handler(fn($level, $text) => print(strtok($text, '(')));
        var_dump(headers_sent());
        header('X-Late: 1');
        PHP,
    'exit' => <<<'PHP'
        final class Last { public function __destruct() { echo " destructor"; } }
        $last = new Last();
        register_shutdown_function(function () { echo ' shutdown'; header('X-Late: 1'); });
        function run() { try { exit('text'); } catch (Throwable) { echo 'caught'; } finally { echo 'finally'; } }
        ob_start();
        run();
        echo 'not reached';
        PHP,
    'throws' => <<<'PHP'
        register_shutdown_function(fn() => print(' shutdown'));
        echo 'before';
        throw new Exception('not caught');
        PHP,
    'handled' => <<<'PHP'
        set_exception_handler(fn($thrown) => print("{$thrown->getMessage()} {$thrown->getTraceAsString()}"));
        throw new Exception('handled');
        PHP,
    'broken' => 'echo (;',
    'again' => 'function only_once() {} class OnlyOnce {} define("ONLY_ONCE", 1); echo count(get_included_files());',
], function (Site $site) {
    echo $site->ask('/globals?a[b]=1&c.d=2', ['Cookie: k=v%20w; l=m']), "\n";
    foreach (['head', 'removed', 'status', 'moved', 'sent', 'exit', 'throws', 'handled', 'broken', 'again', 'again'] as $name) {
        echo "== $name\n", $site->ask("/$name"), "\n";
    }
    echo "== HEAD\n", $site->ask('/status', method: 'HEAD'), "\n";
});
?>
--EXPECT--
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 135

[{"a":{"b":"1"},"c_d":"2"},[],{"k":"v w","l":"m"},{"a":{"b":"1"},"c_d":"2","k":"v w","l":"m"},"\/globals.php",false,false]
FOLDER no x

== head
HTTP/1.1 418 I'm a teapot
X-A: 1
X-A: 2
Content-Type: text/plain;charset=UTF-8
X-Last: 5
Set-Cookie: a=b
Content-Length: 0


== removed
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 6

X-A: 1
== status
HTTP/1.1 404 No such thing
Content-Type: text/plain;charset=UTF-8
Content-Length: 4

none
== moved
HTTP/1.1 302 Found
Location: /elsewhere
Content-Type: text/html; charset=UTF-8
Content-Length: 0


== sent
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8

first bool(true)
Cannot modify header information - headers already sent by 
== exit
HTTP/1.1 200 OK
X-Late: 1
Content-Type: text/html; charset=UTF-8
Content-Length: 24

text shutdown destructor
== throws
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Content-Length: 15

before shutdown
== handled
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Content-Length: 17

handled #0 {main}
== broken
HTTP/1.1 500 Internal Server Error
Content-Type: text/html; charset=UTF-8
Content-Length: 0


== again
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Content-Length: 1

1
== again
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Content-Length: 1

1
== HEAD
HTTP/1.1 404 No such thing
Content-Type: text/plain;charset=UTF-8
