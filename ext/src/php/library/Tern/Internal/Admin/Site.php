<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use LogicException;
use Swoole\Coroutine\Http\Server as HttpServer;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Server;
use function in_array;
use function is_array;

/** The site of the option `admin`, in the admin process: who may ask for what, and how responses look. */
final class Site
{
    private const ROUTES = [
        '~^/$~D' => ['GET', 'page'],
        '~^/health$~D' => ['GET', 'health'],
        '~^/ready$~D' => ['GET', 'ready'],
        '~^/metrics$~D' => ['GET', 'metrics'],
        '~^/stats$~D' => ['GET', 'stats'],
        '~^/options$~D' => ['GET', 'options'],
        '~^/requests$~D' => ['GET', 'requests'],
        '~^/connections$~D' => ['GET', 'connections'],
        '~^/queries$~D' => ['GET', 'queries'],
        '~^/workers/(\d{1,5})/coroutines$~D' => ['GET', 'coroutines'],
        '~^/workers/(\d{1,5})/drain$~D' => ['POST', 'drain'],
        '~^/cache$~D' => ['GET', 'cache'],
        '~^/cache/clear$~D' => ['POST', 'clearCache'],
        '~^/reload$~D' => ['POST', 'reload'],
        '~^/upgrade$~D' => ['POST', 'upgrade'],
        '~^/stop$~D' => ['POST', 'stop'],
    ];
    /** What load balancers ask for, by any name. */
    private const PROBES = ['health', 'ready'];
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_PRESERVE_ZERO_FRACTION | JSON_PARTIAL_OUTPUT_ON_ERROR;
    private const LIMITS = [
        'package_max_length' => 64 << 10,
        'max_connection' => 1024,
        'http_header_timeout' => 5,
        'http_body_timeout' => 5,
        'http_keepalive_timeout' => 30,
        'open_websocket_protocol' => false,
        'server_header' => '',
    ];

    private readonly Token $token;
    private readonly Sender $sender;
    private readonly Endpoints $endpoints;

    private function __construct(Server $server)
    {
        /** @var array{admin_token?: string, admin_hosts?: list<string>} $setting checked by the server */
        $setting = $server->setting;
        $this->token = new Token($setting['admin_token'] ?? '');
        $this->sender = new Sender($setting['admin_hosts'] ?? []);
        $this->endpoints = new Endpoints($server);
    }

    /** Until the process ends. */
    public static function serve(Server $server): void
    {
        $site = new self($server);
        $http = new HttpServer('tern:admin');
        $http->set(self::LIMITS);
        $http->handle('/', $site->handle(...));
        $http->start();
    }

    private function handle(Request $request, Response $response): void
    {
        $response->header('Cache-Control', 'no-store');
        $response->header('X-Content-Type-Options', 'nosniff');
        try {
            $this->route($request, $response);
        } catch (Refusal $refusal) {
            foreach ($refusal->headers as $name => $value) {
                $response->header($name, $value);
            }
            $this->send($response, $refusal->getCode(), ['error' => $refusal->getMessage()] + $refusal->more);
        }
    }

    private function route(Request $request, Response $response): void
    {
        $path = $request->server['path_info'];
        foreach (self::ROUTES as $pattern => [$method, $name]) {
            if (!preg_match($pattern, $path, $found)) {
                continue;
            }
            $this->checkMethod($method, $request->server['request_method']);
            $this->admit($name, $request);
            $this->respond($name, isset($found[1]) ? (int) $found[1] : null, $request, $response);
            return;
        }
        throw new Refusal(404, "there is no $path here");
    }

    private function admit(string $name, Request $request): void
    {
        if (in_array($name, self::PROBES, true)) {
            return;
        }
        if ($name !== 'metrics' || !$this->token->isAsked()) {
            $this->sender->checkHost($request);
        }
        if ($name === 'page') {
            return;
        }
        $this->sender->checkOrigin($request);
        $this->token->check($request);
        if ($request->server['request_method'] === 'POST') {
            $this->sender->checkIntent($request);
        }
    }

    private function checkMethod(string $allowed, string $method): void
    {
        if ($method === $allowed || ($method === 'HEAD' && $allowed === 'GET')) {
            return;
        }
        $list = $allowed === 'GET' ? 'GET, HEAD' : $allowed;
        throw new Refusal(405, "the method is $list, $method was given", ['Allow' => $list]);
    }

    private function respond(string $name, ?int $worker, Request $request, Response $response): void
    {
        switch ($name) {
            case 'page':
                foreach (Page::headers() as $header => $value) {
                    $response->header($header, $value);
                }
                $response->end(Page::html());
                return;
            case 'metrics':
                $this->sendMetrics($request, $response);
                return;
            case 'ready':
                $why = $this->endpoints->unready();
                $this->send($response, $why === null ? 200 : 503, ['ready' => $why === null] + ($why ? ['why' => $why] : []));
                return;
            case 'reload':
                $this->send($response, 202, $this->endpoints->reload($this->body($request)));
                return;
            case 'upgrade':
                $this->send($response, 202, $this->endpoints->upgrade());
                return;
            case 'stop':
                $this->send($response, 202, $this->endpoints->stop());
                return;
            case 'clearCache':
                $this->send($response, 202, $this->endpoints->clearCache());
                return;
            case 'drain':
                $this->send($response, 202, $this->endpoints->drain((int) $worker));
                return;
        }
        $this->send($response, 200, match ($name) {
            'stats' => $this->endpoints->stats(),
            'options' => $this->endpoints->options(),
            'requests' => $this->endpoints->requests(),
            'cache' => $this->endpoints->cache(),
            'connections' => $this->endpoints->connections(),
            'queries' => $this->endpoints->queries(),
            'coroutines' => $this->endpoints->coroutines((int) $worker),
            'health' => $this->endpoints->health(),
            default => throw new LogicException("$name has no endpoint"),
        });
    }

    private function sendMetrics(Request $request, Response $response): void
    {
        $is_open = str_contains($request->header['accept'] ?? '', 'application/openmetrics-text');
        $response->header('Content-Type', $is_open
            ? 'application/openmetrics-text; version=1.0.0; charset=utf-8'
            : 'text/plain; version=0.0.4; charset=utf-8');
        $response->end(\Tern\Metrics::render($is_open));
    }

    /**
     * What a client sent as JSON; nothing is an empty object.
     *
     * @return array<mixed>
     */
    private function body(Request $request): array
    {
        $text = $request->getContent();
        if ($text === '' || $text === false) {
            return [];
        }
        $body = json_decode($text, true, 8);
        if (!is_array($body)) {
            throw new Refusal(400, 'the body is no JSON object');
        }
        return $body;
    }

    /** @param array<mixed> $body */
    private function send(Response $response, int $status, array $body): void
    {
        $response->status($status);
        $response->header('Content-Type', 'application/json');
        $response->end(json_encode($body, self::JSON) . "\n");
    }
}
