<?php
/**
 * Items of PostgreSQL, over a pool of connections in each worker. Without a database every query has no rows.
 *
 * @phpstan-type Row array{id: int, name: string, category: string, price: int, quantity: int, active: bool, tags: string,
 *     rating_score: int, rating_count: int}
 */
final class Database
{
    private const COLUMNS = 'id, name, category, price, quantity, active, tags, rating_score, rating_count';
    private const IN_RANGE = 'SELECT ' . self::COLUMNS . ' FROM items WHERE price BETWEEN ? AND ? LIMIT ?';
    private const ONE = 'SELECT ' . self::COLUMNS . ' FROM items WHERE id = ?';
    private const PAGE = 'SELECT ' . self::COLUMNS . ' FROM items WHERE category = ? ORDER BY id LIMIT ? OFFSET ?';
    private const UPDATE = 'UPDATE items SET name = ?, price = ?, quantity = ? WHERE id = ?';
    private const INSERT = 'INSERT INTO items (' . self::COLUMNS . ") VALUES (?, ?, ?, ?, ?, true, '[]', 0, 0)"
        . ' ON CONFLICT (id) DO UPDATE SET name = excluded.name, category = excluded.category, price = excluded.price,'
        . ' quantity = excluded.quantity';

    public function __construct(private ?Tern\Pool $pool)
    {
    }

    /** DATABASE_MAX_CONN is for all workers together. */
    public static function of_environment(int $workers): self
    {
        $url = parse_url(getenv('DATABASE_URL') ?: '');
        if (!isset($url['host'], $url['user'], $url['path'])) {
            return new self(null);
        }
        $source = sprintf('pgsql:host=%s;port=%d;dbname=%s', $url['host'], $url['port'] ?? 5432, ltrim($url['path'], '/'));
        $connect = fn() => new ItemConnection($source, $url['user'], $url['pass'] ?? '');
        $most = (int) (getenv('DATABASE_MAX_CONN') ?: 256);
        return new self(new Tern\Pool($connect, size: max(1, intdiv($most, $workers))));
    }

    /** @return list<array<string, mixed>> */
    public function in_range(int $from, int $to, int $limit): array
    {
        return array_map($this->item(...), $this->rows(self::IN_RANGE, [$from, $to, $limit]));
    }

    /** @return list<array<string, mixed>> */
    public function page(string $category, int $page, int $limit): array
    {
        return array_map($this->item(...), $this->rows(self::PAGE, [$category, $limit, ($page - 1) * $limit]));
    }

    /** @return ?array<string, mixed> */
    public function one(int $id): ?array
    {
        $rows = $this->rows(self::ONE, [$id]);
        return $rows ? $this->item($rows[0]) : null;
    }

    public function insert(int $id, string $name, string $category, int $price, int $quantity): void
    {
        $this->rows(self::INSERT, [$id, $name, $category, $price, $quantity]);
    }

    public function update(int $id, string $name, int $price, int $quantity): bool
    {
        $update = fn(ItemConnection $it): int => $it->run(self::UPDATE, [$name, $price, $quantity, $id])->rowCount();
        return $this->pool?->use($update) === 1;
    }

    /**
     * @param list<int|string> $values
     * @return list<Row>
     */
    private function rows(string $sql, array $values): array
    {
        $fetch = fn(ItemConnection $it): array => $it->run($sql, $values)->fetchAll(PDO::FETCH_ASSOC);
        try {
            /** @var list<Row> $rows */
            $rows = $this->pool?->use($fetch) ?? [];
            return $rows;
        } catch (Exception $failed) {
            error_log($failed->getMessage());
            return [];
        }
    }

    /**
     * @param Row $row
     * @return array<string, mixed>
     */
    private function item(array $row): array
    {
        $row['tags'] = json_decode($row['tags'], true);
        $row['rating'] = ['score' => $row['rating_score'], 'count' => $row['rating_count']];
        unset($row['rating_score'], $row['rating_count']);
        return $row;
    }
}

/** Keeps its prepared statements from one borrower to the next. */
final class ItemConnection implements Tern\Pool\Resettable
{
    private PDO $pdo;
    /** @var array<string, PDOStatement> */
    private array $prepared = [];

    public function __construct(string $source, string $user, string $password)
    {
        $this->pdo = new PDO($source, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    }

    /** @param list<int|string> $values */
    public function run(string $sql, array $values): PDOStatement
    {
        $statement = $this->prepared[$sql] ??= $this->pdo->prepare($sql);
        $statement->execute($values);
        return $statement;
    }

    public function resetSession(): bool
    {
        return true;
    }

    public function ping(): bool
    {
        return $this->pdo->query('SELECT 1') !== false;
    }
}
