--TEST--
Coroutine\Http\Server: the longest pattern decides, and may change while the server runs
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';

final class Shop
{
    public function __construct(Server $server)
    {
        $server->handle('/shop', $this->show(...));
        $server->handle('/shop/cart', [$this, 'cart']);
    }
    private function show($request, $response): void
    {
        $response->end('shop');
    }
    public function cart($request, $response): void
    {
        $response->end('cart');
    }
}

Co\run(function () {
    $server = new Server('127.0.0.1');
    $ended = start($server);
    $client = new Client($server);
    echo $client->get('/'), "\n";
    new Shop($server);
    foreach (['/', '/shop', '/shopping', '/shop/cart', '/shop/cart/1', '/sho'] as $path) {
        echo $path, ': ', $client->get($path), "\n";
    }
    $server->handle('/', function ($request, $response) use ($server) {
        $server->handle('/', fn($request, $response) => $response->end('another'));
        Co::sleep(0.001);
        $response->end('default');
    });
    echo $client->get('/'), "\n", $client->get('/sho'), "\n", $client->get('/shop'), "\n";
    foreach (['', 'shop', '*'] as $pattern) {
        try {
            $server->handle($pattern, fn() => null);
        } catch (ValueError $error) {
            echo $error->getMessage(), "\n";
        }
    }
    $server->shutdown();
    $ended->pop();
});
?>
--EXPECT--
404 Not Found
/: 404 Not Found
/shop: 200 shop
/shopping: 200 shop
/shop/cart: 200 cart
/shop/cart/1: 200 cart
/sho: 404 Not Found
200 default
200 another
200 shop
Swoole\Coroutine\Http\Server::handle(): Argument #1 ($pattern) must begin with "/", "" given
Swoole\Coroutine\Http\Server::handle(): Argument #1 ($pattern) must begin with "/", "shop" given
Swoole\Coroutine\Http\Server::handle(): Argument #1 ($pattern) must begin with "/", "*" given
