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
        if ($name === null) {
            exit;  // exit
        }
        die('text');  // exit
    }
}
