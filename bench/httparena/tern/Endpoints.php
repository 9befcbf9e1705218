<?php
/** What is sent for a request, by its path. */
final class Endpoints
{
    private const FRESH_S = 0.2;  // of an item in the cache

    /** @param list<array<string, mixed>> $dataset */
    public function __construct(private array $dataset, private Database $database, private Tern\Cache $cache)
    {
    }

    /** @return list<array<string, mixed>> */
    public static function dataset(string $path): array
    {
        return is_readable($path) ? json_decode((string) file_get_contents($path), true) : [];
    }

    public static function only_http2(callable $handle): Closure
    {
        return function ($request, $response) use ($handle) {
            if ($request->server['server_protocol'] === 'HTTP/2') {
                $handle($request, $response);
                return;
            }
            $response->status(505);
            $response->end();
        };
    }

    public function __invoke(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $path = $request->server['request_uri'];
        match ($path) {
            '/baseline11', '/baseline2' => $this->sum($request, $response),
            '/pipeline' => $this->text($response, 'ok'),
            '/upload' => $this->text($response, (string) strlen((string) $request->getContent())),
            '/echo' => $this->send($response, 'application/octet-stream', (string) $request->getContent()),
            '/async-db' => $this->range($request, $response),
            '/crud/items' => $request->getMethod() === 'POST' ? $this->create($request, $response) : $this->page($request, $response),
            default => $this->with_argument($path, $request, $response),
        };
    }

    private function with_argument(string $path, Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        [$route, $argument] = [dirname($path), basename($path)];
        if ((string) (int) $argument !== $argument) {
            $this->refuse($response, $path === '/ws' ? 426 : 404);
            return;
        }
        match ($route) {
            '/json' => $this->json($request, $response, (int) $argument),
            '/delay' => $this->delay($response, (int) $argument),
            '/crud/items' => $request->getMethod() === 'PUT' ? $this->update($request, $response, (int) $argument) : $this->item($response, (int) $argument),
            default => $this->refuse($response, 404),
        };
    }

    private function send(Swoole\Http\Response $response, string $type, string $body): void
    {
        $response->header('Content-Type', $type);
        $response->end($body);
    }

    private function text(Swoole\Http\Response $response, string $body): void
    {
        $this->send($response, 'text/plain', $body);
    }

    private function as_json(Swoole\Http\Response $response, mixed $value): void
    {
        $this->send($response, 'application/json', json_encode($value, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR));
    }

    private function refuse(Swoole\Http\Response $response, int $status): void
    {
        $response->status($status);
        $this->text($response, '');
    }

    private function sum(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $sum = array_sum($request->get ?? []);
        $this->text($response, (string) ($request->getMethod() === 'POST' ? $sum + (int) $request->getContent() : $sum));
    }

    private function json(Swoole\Http\Request $request, Swoole\Http\Response $response, int $count): void
    {
        $times = (int) ($request->get['m'] ?? 1);
        $items = [];
        foreach (array_slice($this->dataset, 0, $count) as $item) {
            $item['total'] = $item['price'] * $item['quantity'] * $times;
            $items[] = $item;
        }
        $this->as_json($response, ['items' => $items, 'count' => count($items)]);
    }

    private function delay(Swoole\Http\Response $response, int $ms): void
    {
        if ($ms > 0) {
            Swoole\Coroutine::sleep($ms / 1000);
        }
        $this->text($response, (string) $ms);
    }

    private function range(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $query = $request->get ?? [];
        $limit = max(1, min(50, (int) ($query['limit'] ?? 50)));
        $items = $this->database->in_range((int) ($query['min'] ?? 10), (int) ($query['max'] ?? 50), $limit);
        $this->as_json($response, ['items' => $items, 'count' => count($items)]);
    }

    private function page(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $query = $request->get ?? [];
        $page = max(1, (int) ($query['page'] ?? 1));
        $limit = max(1, min(50, (int) ($query['limit'] ?? 10)));
        $items = $this->database->page($query['category'] ?? 'electronics', $page, $limit);
        $this->as_json($response, ['items' => $items, 'total' => count($items), 'page' => $page, 'limit' => $limit]);
    }

    private function item(Swoole\Http\Response $response, int $id): void
    {
        $found = $this->cache->get("item:$id");
        $response->header('X-Cache', $found === null ? 'MISS' : 'HIT');
        if ($found === null) {
            $item = $this->database->one($id);
            if ($item === null) {
                $this->refuse($response, 404);
                return;
            }
            $found = json_encode($item, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
            $this->cache->set("item:$id", $found, self::FRESH_S);
        }
        $this->send($response, 'application/json', $found);
    }

    private function create(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $item = json_decode((string) $request->getContent(), true);
        if (!is_array($item) || !isset($item['id'], $item['name'], $item['category'], $item['price'], $item['quantity'])) {
            $this->refuse($response, 400);
            return;
        }
        $this->database->insert($item['id'], $item['name'], $item['category'], $item['price'], $item['quantity']);
        $this->cache->delete("item:{$item['id']}");
        $response->status(201);
        $this->as_json($response, $item);
    }

    private function update(Swoole\Http\Request $request, Swoole\Http\Response $response, int $id): void
    {
        $item = json_decode((string) $request->getContent(), true);
        if (!is_array($item) || !isset($item['name'], $item['price'], $item['quantity'])) {
            $this->refuse($response, 400);
            return;
        }
        if (!$this->database->update($id, $item['name'], $item['price'], $item['quantity'])) {
            $this->refuse($response, 404);
            return;
        }
        $this->cache->delete("item:$id");
        $this->as_json($response, ['id' => $id] + $item);
    }
}
