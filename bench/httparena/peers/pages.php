<?php
// HttpArena's pages for servers in which a process has one request at a time.

/**
 * @param array<mixed> $query
 * @param callable(): string $body
 * @return ?array{string, string} type and body; null: there is no such page
 */
function page(string $method, string $path, array $query, callable $body): ?array
{
    return match (true) {
        $path === '/baseline11', $path === '/baseline2' => ['text/plain', (string) (array_sum($query) + ($method === 'POST' ? (int) $body() : 0))],
        $path === '/pipeline' => ['text/plain', 'ok'],
        $path === '/upload' => ['text/plain', (string) strlen($body())],
        $path === '/echo' => ['application/octet-stream', $body()],
        $path === '/async-db' => ['application/json', rows(number($query, 'min', 10), number($query, 'max', 50), number($query, 'limit', 50))],
        str_starts_with($path, '/json/') => ['application/json', items((int) basename($path), number($query, 'm', 1))],
        default => null,
    };
}

/** @param array<mixed> $query */
function number(array $query, string $name, int $otherwise): int
{
    return is_numeric($query[$name] ?? null) ? (int) $query[$name] : $otherwise;
}

function items(int $count, int $times): string
{
    static $kept = null;
    /** @var list<array{price: int, quantity: int}> $all */
    $all = $kept ??= json_decode((string) file_get_contents(getenv('ARENA_DATA') . '/dataset.json'), true);
    $items = [];
    foreach (array_slice($all, 0, $count) as $item) {
        $item['total'] = $item['price'] * $item['quantity'] * $times;
        $items[] = $item;
    }
    return (string) json_encode(['items' => $items, 'count' => count($items)], JSON_UNESCAPED_SLASHES);
}

function rows(int $from, int $to, int $limit): string
{
    static $statement = null;
    if (!$statement instanceof PDOStatement) {
        /** @var array{host: string, port: int, user: string, path: string} $url */
        $url = parse_url((string) getenv('DATABASE_URL'));
        $source = sprintf('pgsql:host=%s;port=%d;dbname=%s', $url['host'], $url['port'], ltrim($url['path'], '/'));
        $pdo = new PDO($source, $url['user'], 'none', [PDO::ATTR_PERSISTENT => true]);
        $statement = $pdo->prepare('SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count FROM items'
            . ' WHERE price BETWEEN ? AND ? LIMIT ?');
    }
    $statement->execute([$from, $to, max(1, min(50, $limit))]);
    $items = [];
    /** @var array{tags: string, rating_score: int, rating_count: int} $row */
    foreach ($statement->fetchAll(PDO::FETCH_ASSOC) as $row) {
        $row['tags'] = json_decode($row['tags'], true);
        $row['rating'] = ['score' => $row['rating_score'], 'count' => $row['rating_count']];
        unset($row['rating_score'], $row['rating_count']);
        $items[] = $row;
    }
    return (string) json_encode(['items' => $items, 'count' => count($items)], JSON_UNESCAPED_SLASHES);
}
