<?php
// A server that passes requests to a PHP-FPM; below /_, the client by itself.
require __DIR__ . '/../support/server.php';

use Swoole\Coroutine\FastCGI\Client;
use Swoole\Coroutine\FastCGI\Client\Exception;
use Swoole\Coroutine\FastCGI\Proxy;
use Swoole\FastCGI\HttpRequest;

// The given number of requests at the same time, each by a client of its own.
function on__many($request, $response): void
{
    $call = fn($number) => Client::call(given('fpm'), given('root') . "/get.php?number=$number", '', 60);
    $response->end(json_encode(Co\map(range(1, (int) $request->get['count']), $call)));
}

// Tells which connection it keeps.
final class KeptClient extends Client
{
    public function port(): ?int
    {
        return $this->socket?->getsockname()['port'];
    }
}

// Requests one after the other over one connection, or each over its own.
function on__several($request, $response): void
{
    $client = new KeptClient(...Client::parseUrl(given('fpm')));
    $asked = (new HttpRequest())->withScriptFilename(given('root') . '/post.php')->withMethod('POST')
        ->withKeepConn((bool) $request->get['keep'])->withBody('12345');
    $told = [];
    for ($i = 0; $i < 5; ++$i) {
        $told['bodies'][] = $client->execute($asked, 60)->getBody();
        $told['ports'][] = $client->port();
    }
    $response->end(json_encode($told));
}

function on__stderr($request, $response): void
{
    $asked = (new HttpRequest())->withScriptFilename(given('root') . '/stderr.php');
    $answer = (new Client(...Client::parseUrl(given('fpm'))))->execute($asked, 60);
    $response->end(json_encode([$answer->getBody(), $answer->getError()]));
}

$proxy = new Proxy(given('fpm'), given('root'));
$server = http_server();
$own = by_path($server);
$server->on('request', function ($request, $response) use ($proxy, $own) {
    if (str_starts_with($request->server['path_info'], '/_')) {
        $own($request, $response);
        return;
    }
    $proxy->withTimeout((float) ($request->header['x-timeout'] ?? 60));
    try {
        $proxy->pass($request, $response);
    } catch (Exception $error) {
        $response->status($error->getCode() === 110 ? 504 : 502);
        $response->end($error->getMessage());
    }
});
run();
