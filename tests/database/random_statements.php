<?php
// random_statements.php: the statements of one object of a random program, whatever its database is. A step is the name of a list of
// statements, or of a method. A statement that begins with & runs only if the one before it had no error. In each, @own stands for
// the table that no other object writes to, @other for the one of any object, and what Dice::text() knows.

abstract class Statements
{
    // A text or a list of rows that is longer is compared by its digest.
    private const LONG = 200;

    public static bool $waits = false;  // between two statements, so that others get the connection
    protected static int $million = 0;  // numbers from here on to the next one count from it
    protected mixed $db = null;
    protected array $kept = [];

    public function __construct(public readonly int $number, public readonly bool $may_pin, public readonly Dice $dice)
    {
    }

    /** @return string[][] those after which nothing is left in a session but what its object may set again */
    abstract protected function plain(): array;

    /** @return string[][] those that leave something */
    abstract protected function with_state(): array;

    /** @return string[][] those that depend on what other objects do */
    abstract protected function shared(): array;

    /** @return string[] methods */
    abstract protected function calls(): array;

    /** @return array the rows of a table, by a query that takes a while, with a connection of its own */
    abstract protected function report(string $table): array;

    /** @return string[] statements that write to the own table */
    abstract protected function writing(): array;

    abstract protected function connect(): void;

    abstract protected function disconnect(): void;

    /** @return array|string the rows, or what has changed */
    abstract protected function result_of(string $statement): mixed;

    abstract protected function leave(): void;

    public function steps(int $count, bool $is_alone): array
    {
        $this->db ?? $this->connect();
        $seen = [];
        for (; $count > 0; --$count) {
            $lists = $this->plain() + ($this->may_pin ? $this->with_state() : []) + ($is_alone ? $this->shared() : []);
            $name = $this->dice->one_of([...array_keys($lists), ...$this->calls()]);
            $seen[] = [$name, isset($lists[$name]) ? $this->statements($lists[$name]) : $this->guarded(fn() => $this->$name())];
        }
        $this->leave();
        return $seen;
    }

    public function holds(callable $then): array
    {
        $this->db ?? $this->connect();
        try {
            $seen = $this->statements($this->holding());
        } finally {
            $then();
        }
        usleep(2000);
        $seen[] = $this->see($this->dice->text('{COMMIT|ROLLBACK}'));
        $this->leave();
        return $seen;
    }

    public function waits(): array
    {
        $this->db ?? $this->connect();
        $seen = $this->statements($this->waiting());
        $this->leave();
        return $seen;
    }

    protected function reports(): array
    {
        return defined('REPORTS') ? ['glance', 'glance', 'glance', 'write_and_report', 'write_and_report'] : [];
    }

    // What others write at the same time, whatever that is by now. Two ask at once.
    protected function glance(): string
    {
        for ($left = $this->dice->number(1, 5); $left > 0; --$left) {
            $table = $this->dice->text('t{0|1|2|3}');
            $look = fn() => go(fn() => $this->guarded(fn() => $this->report($table)));
            Swoole\Coroutine::join([$look(), $look()]);
        }
        return 'glanced';
    }

    // While others look at the same table.
    protected function write_and_report(): array
    {
        $seen = [];
        for ($left = $this->dice->number(1, 5); $left > 0; --$left) {
            $seen[] = $this->statements([$this->dice->one_of($this->writing())]);
            $seen[] = $this->guarded(fn() => $this->report($this->text('@own')));
        }
        return $seen;
    }

    protected function statements(array $statements): array
    {
        $seen = [];
        $failed = false;
        foreach ($statements as $statement) {
            $text = $this->text($statement);
            if ($statement[0] === '&' && $failed) {
                continue;
            }
            $seen[] = $one = $this->see(ltrim($text, '&'));
            $failed = str_starts_with($one[1], '"error: ') || str_contains($one[1], '"ERROR: ');  // of an asynchronous one
            self::$waits && usleep(mt_rand(0, 3) * 500);
        }
        return $seen;
    }

    protected function text(string $template): string
    {
        return strtr($this->dice->text($template), ['@own' => "t$this->number", '@other' => 't' . $this->dice->number(0, 7)]);
    }

    /** @return array{string, string} the statement and what it gave */
    protected function see(string $statement): array
    {
        return [strtr($statement, [self::$million . '00000' => '#']), $this->guarded(fn() => $this->result_of($statement))];
    }

    protected function guarded(callable $call): string
    {
        try {
            $seen = $call();
        } catch (PDOException | mysqli_sql_exception | PgsqlError | ValueError $error) {
            $seen = 'error: ' . $error->getMessage();
        }
        $text = json_encode($seen, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR);
        if (self::$million > 0) {
            $text = preg_replace('/\b' . self::$million . '(\d{6})\b/', '#$1', $text);
        }
        return strlen($text) > self::LONG && !is_string($seen) ? md5($text) . ' ' . substr($text, 0, self::LONG) : $text;
    }
}
