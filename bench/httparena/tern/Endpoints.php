<?php
/**
 * What is sent for a request, by its path.
 *
 * @phpstan-type Item array{price: int, quantity: int}
 */
final class Endpoints
{
    private const FRESH_S = 0.2;  // of an item in the cache

    /** @param list<Item> $dataset */
    public function __construct(private array $dataset, private Database $database, private Tern\Cache $cache)
    {
    }

    /** @return list<Item> */
    public static function dataset(string $path): array
    {
        /** @var list<Item> $items */
        $items = is_readable($path) ? json_decode((string) file_get_contents($path), true) : [];
        return $items;
    }

    public static function only_http2(self $handle): Closure
    {
        return function (Swoole\Http\Request $request, Swoole\Http\Response $response) use ($handle): void {
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
        $times = $this->number($request, 'm', 1);
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
        $limit = max(1, min(50, $this->number($request, 'limit', 50)));
        $items = $this->database->in_range($this->number($request, 'min', 10), $this->number($request, 'max', 50), $limit);
        $this->as_json($response, ['items' => $items, 'count' => count($items)]);
    }

    private function page(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        $page = max(1, $this->number($request, 'page', 1));
        $limit = max(1, min(50, $this->number($request, 'limit', 10)));
        $category = $request->get['category'] ?? null;
        $items = $this->database->page(is_string($category) ? $category : 'electronics', $page, $limit);
        $this->as_json($response, ['items' => $items, 'total' => count($items), 'page' => $page, 'limit' => $limit]);
    }

    private function item(Swoole\Http\Response $response, int $id): void
    {
        $found = $this->cache->get("item:$id");
        $response->header('X-Cache', is_string($found) ? 'HIT' : 'MISS');
        if (!is_string($found)) {
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
        ['id' => $id, 'name' => $name, 'category' => $category, 'price' => $price, 'quantity' => $quantity] = $this->body($request);
        if (!is_int($id) || !is_string($name) || !is_string($category) || !is_int($price) || !is_int($quantity)) {
            $this->refuse($response, 400);
            return;
        }
        $this->database->insert($id, $name, $category, $price, $quantity);
        $this->cache->delete("item:$id");
        $response->status(201);
        $this->as_json($response, ['id' => $id, 'name' => $name, 'category' => $category, 'price' => $price, 'quantity' => $quantity]);
    }

    private function update(Swoole\Http\Request $request, Swoole\Http\Response $response, int $id): void
    {
        ['name' => $name, 'price' => $price, 'quantity' => $quantity] = $this->body($request);
        if (!is_string($name) || !is_int($price) || !is_int($quantity)) {
            $this->refuse($response, 400);
            return;
        }
        if (!$this->database->update($id, $name, $price, $quantity)) {
            $this->refuse($response, 404);
            return;
        }
        $this->cache->delete("item:$id");
        $this->as_json($response, ['id' => $id, 'name' => $name, 'price' => $price, 'quantity' => $quantity]);
    }

    private function number(Swoole\Http\Request $request, string $name, int $otherwise): int
    {
        $found = $request->get[$name] ?? null;
        return is_numeric($found) ? (int) $found : $otherwise;
    }

    /** @return array<string, mixed> what was posted, null for what is missing */
    private function body(Swoole\Http\Request $request): array
    {
        /** @var array<string, mixed>|scalar|null $found */
        $found = json_decode((string) $request->getContent(), true);
        $missing = ['id' => null, 'name' => null, 'category' => null, 'price' => null, 'quantity' => null];
        return is_array($found) ? $found + $missing : $missing;
    }
}
