--TEST--
Http\Server::setHandler(), handle(): what is no handler, and a program without PSR-7 messages
--INI--
tern.openswoole=1
--FILE--
<?php
namespace Psr\Http\Server {
    interface RequestHandlerInterface {}
}

namespace {
    class Handler implements Psr\Http\Server\RequestHandlerInterface
    {
        public function handle() {}
    }

    $server = new OpenSwoole\Http\Server('127.0.0.1', 0);
    foreach ([fn() => $server->setHandler('strlen'), fn() => $server->setHandler(new Handler()), fn() => $server->handle('strlen'),
              fn() => $server->handle('no function')] as $call) {
        try {
            $call();
        } catch (Throwable $error) {
            echo get_class($error), ': ', $error->getMessage(), "\n";
        }
    }
    var_dump($server->getCallback('request'));
    var_dump(method_exists('OpenSwoole\WebSocket\Server', 'setHandler'), method_exists('OpenSwoole\Server', 'setHandler'));
}
?>
--EXPECT--
TypeError: Swoole\Http\Server::setHandler(): Argument #1 ($handler) must be of type Psr\Http\Server\RequestHandlerInterface, string given
RuntimeException: the application has no PSR-7 messages: `composer require nyholm/psr7`, or guzzlehttp/psr7, laminas/laminas-diactoros, slim/psr7, httpsoft/http-message
RuntimeException: the application has no PSR-7 messages: `composer require nyholm/psr7`, or guzzlehttp/psr7, laminas/laminas-diactoros, slim/psr7, httpsoft/http-message
TypeError: Swoole\Http\Server::handle(): Argument #1 ($callback) must be a valid callback, function "no function" not found or invalid function name
NULL
bool(true)
bool(false)
