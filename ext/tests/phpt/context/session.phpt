--TEST--
Contexts: sessions and headers
--EXTENSIONS--
opcache
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip there is no session extension'); ?>
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $folder = sys_get_temp_dir() . '/sessions-' . getmypid() . "-$name";
    mkdir($folder);
    session_save_path($folder);
    session_name("for_$name");
    session_id("id-of-$name");
    header("X-Name: $name");
    http_response_code(200 + strlen($name) + ord($name[0]));
    $seen = [session_start(['use_cookies' => 0, 'use_strict_mode' => 0]), session_status()];
    pause();
    $_SESSION['name'] = $name;
    pause();
    $seen[] = [session_id(), session_name(), session_encode()];
    session_write_close();
    $_SESSION = [];
    pause();
    $files = array_map('basename', glob("$folder/*"));
    session_start(['use_cookies' => 0]);
    pause();
    $seen[] = [$_SESSION['name'], $files, ini_get('session.use_cookies'), http_response_code()];
    session_destroy();
    pause();
    rmdir($folder);
    return $seen;
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
