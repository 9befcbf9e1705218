<?php

namespace Shop;

final class Shop
{
    private static ?string $user = null;  // static-state
    public static $users = [];  // static-state
    public static array|int $visits;  // static-state
    public static function make(): static
    {
        static $shop = null;  // static-state
        $shop ??= new static();
        return static::of(static fn(): static => $shop);
    }

    public function answer(): void
    {
        session_start();  // session
        header('Location: /');  // headers
        http_response_code(302);  // headers
        $name = $_GET['name'] ?? $_COOKIE['name'];  // superglobals, superglobals
        $path = $_SERVER['REQUEST_URI'];  // superglobals
        $key = $_SERVER['APP_KEY'];
        $page = filter_input(INPUT_GET, 'page');  // superglobals
        register_shutdown_function(fn() => null);  // shutdown
        ini_set('memory_limit', '1G');  // memory-limit
        ini_set('open_basedir', '/srv');  // open-basedir
        ini_set('max_execution_time', '60');  // time-limit
        set_time_limit(0);  // time-limit
        $used = memory_get_usage();  // memory-usage
        if ($name === null) {
            exit;  // exit
        }
        if (PHP_SAPI === 'cli' || substr(php_sapi_name(), 0, 3) == 'cli') {  // command-line, command-line
            getallheaders();  // missing
        }
        $debugs = PHP_SAPI === 'phpdbg';
        if (str_starts_with(PHP_SAPI, 'fpm')) {  // sapi
            fastcgi_finish_request();  // missing
        }
        declare(ticks=1);  // ticks
        register_tick_function($this->answer(...));  // ticks
        chdir(__DIR__);  // chdir
        $here = getcwd();  // working-directory
        require './config.php';  // working-directory
        include_once('../lib/all.php');  // working-directory
        $data = file_get_contents('./data/a');  // working-directory
        ignore_user_abort(true);  // abort
        $left = connection_status() !== CONNECTION_NORMAL || connection_aborted();  // abort, abort
        umask(0);  // umask
        putenv('A=B');  // environment
        die('text');  // exit
    }
}
