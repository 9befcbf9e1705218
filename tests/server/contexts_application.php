<?php
// What runs in the contexts of contexts.php.

final class Current
{
    public static string $name = '';

    public function __destruct()
    {
        file_put_contents('php://stdout', "FINALLY\n");
    }
}

function waits(Swoole\Http\Response $response): void
{
    $kept = new Current();
    file_put_contents('php://stdout', 'WAITS ' . Current::$name . "\n");
    Swoole\Coroutine::sleep(1000);
    $response->end(Current::$name);
}

function uses_all_memory(Swoole\Http\Response $response): void
{
    $kept = new Current();
    register_shutdown_function(function () {
        file_put_contents('php://stdout', "FINALLY\n");
    });
    $text = str_repeat(Current::$name, 200 << 20);
    $response->end($text);
}

// As an application for php-fpm: header(), a cookie, a session.
function visits(string $name, Swoole\Http\Response $response): void
{
    header("X-Name: $name");
    header("X-List: one");
    header("X-List: $name", false);
    header('X-Gone: here');
    header_remove('X-Gone');
    setcookie('last', $name);
    http_response_code(200 + strlen($name));
    session_save_path(sys_get_temp_dir());
    session_name("S$name");
    session_id("id$name" . getmypid());
    session_start(['use_cookies' => 1, 'cache_limiter' => 'nocache']);
    Swoole\Coroutine::sleep(0.001);
    $visits = $_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
    $_SESSION['name'] = $name;
    Swoole\Coroutine::sleep(0.001);
    session_write_close();
    $response->end(json_encode([http_response_code(), $visits, session_id(), $_SESSION['name'], session_status(), headers_list()]));
    $_SESSION = [];
}

function answer(string $path, string $name, Swoole\Http\Response $response): void
{
    Current::$name = $name;
    match ($path) {
        '/waits' => waits($response),
        '/memory' => uses_all_memory($response),
        '/visits' => visits($name, $response),
    };
}
