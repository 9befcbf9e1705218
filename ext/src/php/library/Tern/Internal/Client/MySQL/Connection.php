<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use mysqli;
use mysqli_result;
use mysqli_sql_exception;
use mysqli_stmt;
use Swoole\Coroutine;
use Swoole\Coroutine\MySQL;
use Swoole\Error;
use Throwable;
use function Tern\Internal\connected_socket;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_overdue;
use function Tern\Internal\take_socket;
use function Tern\Internal\uncooperate;
use function in_array;
use function is_array;

/**
 * A connection of Swoole\Coroutine\MySQL, by means of mysqli, and the statements that the server keeps for it. Calls return
 * false for what fails, and say why in $errno and $error; an error of the connection itself closes it.
 */
final class Connection
{
    /** Errors after which a connection is of no use. */
    private const LOST = [SWOOLE_MYSQLND_CR_CONNECTION_ERROR, SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR,
        SWOOLE_MYSQLND_CR_SERVER_LOST, SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, SWOOLE_MYSQLND_CR_MALFORMED_PACKET];

    /** What leaves nothing behind in a session that commits by itself: it calls nothing and sets nothing. */
    private const PLAIN = '~^\s*SELECT\b(?!.*\b(?:INTO|FOR|NEXTVAL|SQL_\w+)\b)[^(@:;/#-]*$~is';

    public int $errno = 0;
    public string $error = '';
    public int|string $affectedRows = 0;
    public int|string $insertId = 0;
    public bool $fetchMode = false;
    public bool $defer = false;
    public ?Deferred $deferred = null;

    private ?mysqli $mysqli = null;
    private Statements $statements;
    private ?Options $options = null;
    /** Of connected_socket(). */
    private int $socket = 0;
    /** Has results that were not fetched yet. */
    private mysqli|mysqli_stmt|null $unread = null;
    /** The coroutine whose call is under way. */
    private int $user = 0;
    /** For uncooperate(). */
    private int $before = 0;
    /** Its session may be other than a new one. */
    private bool $used = false;
    public ?Idle $keeper = null;

    public function __construct()
    {
        $this->statements = new Statements();
    }

    public function __destruct()
    {
        $this->release();
    }

    /** Suspends. */
    public function open(Options $options): bool
    {
        $this->options = $options;
        $this->keeper = Idle::of($options);
        $kept = $this->keeper?->take();
        if ($kept === false) {
            return $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The wait for a connection was cancelled');
        }
        if (is_array($kept)) {
            [$this->mysqli, $this->statements->idle, , $this->socket] = $kept;
            take_socket($this->socket);
            return true;
        }
        $this->mysqli = $options->prepare();
        $this->enter($options->timeout);
        try {
            $options->connect($this->mysqli);
            $this->socket = connected_socket();
            return true;
        } catch (Throwable $thrown) {
            return $this->refused($thrown);
        } finally {
            $this->leave();
        }
    }

    public function isOpen(): bool
    {
        return $this->mysqli !== null;
    }

    /** The server's number of it. */
    public function id(): int
    {
        return $this->mysqli->thread_id ?? -1;
    }

    /** Copies the outcome of the last call into properties. */
    public function describe(MySQL $client): void
    {
        $client->errno = $this->errno;
        $client->error = $this->error;
        $client->affected_rows = $this->affectedRows;
        $client->insert_id = $this->insertId;
        if ($this->mysqli === null) {
            $client->connected = false;
            $client->sock = -1;
        }
    }

    /** Suspends. */
    public function query(string $sql, float $timeout): mysqli_result|bool
    {
        $mysqli = $this->enter($timeout);
        if ($mysqli === null) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $result = @$mysqli->query($sql === '' ? ' ' : $sql);  // mysqli would not ask
            return $result === false ? $this->failed(null) : $this->done($mysqli, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Suspends, unless the server has a statement of that text already. */
    public function prepare(string $sql, float $timeout): mysqli_stmt|false
    {
        $statement = $this->user === 0 ? $this->statements->take($sql) : null;
        if ($statement !== null) {
            return $statement;
        }
        $mysqli = $this->enter($timeout);
        if ($mysqli === null) {
            return false;
        }
        $this->used = $this->used || preg_match(self::PLAIN, $sql) !== 1;
        try {
            $statement = @$mysqli->prepare($sql) ?: $this->failed(null);
            return $statement === false ? false : $this->statements->lend($statement);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * Suspends.
     *
     * @param array<mixed> $parameters
     */
    public function execute(mysqli_stmt $statement, array $parameters, float $timeout): mysqli_result|bool
    {
        if ($this->enter($timeout) === null) {
            return false;
        }
        try {
            if ($parameters !== [] && !Statements::bind($statement, array_values($parameters))) {
                return $this->failed(null, $statement);
            }
            $result = @$statement->execute() ? $this->resultOf($statement) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($statement, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /**
     * The next result of a procedure. Suspends.
     *
     * @return mysqli_result|bool|null null: there is none
     */
    public function nextResult(?mysqli_stmt $statement, float $timeout): mysqli_result|bool|null
    {
        if ($this->mysqli !== null && $this->unread !== ($statement ?? $this->mysqli)) {
            return null;
        }
        $mysqli = $this->enter($timeout, false);
        if ($mysqli === null) {
            return false;
        }
        $source = $this->unread ?? $mysqli;
        try {
            $result = @$source->next_result() ? $this->resultOf($source) : false;
            return $result === false ? $this->failed(null, $statement) : $this->done($source, $result);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Of one that is open. */
    public function escape(string $text): string
    {
        return $this->mysqli?->real_escape_string($text) ?? '';
    }

    /** Not after reset(). */
    public function has(mysqli_stmt $statement): bool
    {
        return $this->mysqli !== null && $this->statements->isLent($statement);
    }

    /** What was prepared is not needed any more, but may be soon. */
    public function giveBack(string $sql, mysqli_stmt $statement): void
    {
        if ($this->has($statement)) {
            $this->statements->giveBack($sql, $statement, $this->user !== 0 || $this->unread !== null);
        }
    }

    /** Closes a statement that the program had. */
    public function discard(mysqli_stmt $statement): void
    {
        if ($this->has($statement)) {
            $this->statements->discard($statement, $this->user !== 0 || $this->unread !== null);
        }
    }

    /** A new session, for the next user of the connection: connect() cannot reuse it any more. Suspends. */
    public function reset(): bool
    {
        $this->deferred?->cancel();
        $this->deferred = null;
        $mysqli = $this->enter(0);
        if ($mysqli === null) {
            return false;
        }
        try {
            $this->statements->close();
            [$this->keeper, $this->errno, $this->error] = [null, 0, ''];
            if ($this->options?->reset($mysqli)) {
                return true;
            }
            return $this->failed(null);
        } catch (Throwable $thrown) {
            return $this->failed($thrown);
        } finally {
            $this->leave();
        }
    }

    /** Whether the server answers. Suspends. */
    public function ping(): bool
    {
        return $this->query('DO 1', 0) !== false;
    }

    /** What is deferred is cancelled. */
    public function close(): void
    {
        $this->deferred?->cancel();
        $this->deferred = null;
        if ($this->user !== 0) {
            throw $this->busy();
        }
        $this->release();
    }

    public function fail(int $errno, string $error, string $state = 'HY000'): false
    {
        $this->errno = $errno;
        $this->error = "SQLSTATE[$state] [$errno] $error";
        return false;
    }

    /** @return mysqli|null null: it is closed */
    private function enter(float $timeout, bool $skips = true): ?mysqli
    {
        $me = Coroutine::getCid();
        if ($this->deferred !== null && !$this->deferred->isRunIn($me)) {
            $this->fail(SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC, 'recv() has to be called first');
            return null;
        }
        if ($this->user !== 0) {
            throw $this->busy();
        }
        $before = cooperate($timeout);
        if ($this->mysqli === null) {
            uncooperate($before);
            $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'The connection is closed');
            return null;
        }
        [$this->user, $this->before] = [$me, $before];
        return !$skips || $this->unread === null || $this->skip() ? $this->mysqli : null;
    }

    private function leave(): void
    {
        $this->user = 0;
        if ($this->unread === null) {
            $this->statements->closeUnwanted();
        }
        uncooperate($this->before);
    }

    private function busy(): Error
    {
        return new Error(
            "The connection has already been bound to another coroutine#$this->user, using it in coroutine#"
            . Coroutine::getCid() . ' at the same time is not allowed',
            SWOOLE_ERROR_CO_HAS_BEEN_BOUND,
        );
    }

    /** Drops the results that were not fetched. */
    private function skip(): bool
    {
        try {
            while (@$this->unread?->next_result()) {
                $this->done($this->unread, $this->resultOf($this->unread));
            }
            $this->unread = null;
            return true;
        } catch (Throwable $thrown) {
            $this->failed($thrown);
            $this->leave();
            return false;
        }
    }

    private function resultOf(mysqli|mysqli_stmt $source): mysqli_result|bool
    {
        if ($this->mysqli?->field_count === 0) {  // that of a statement stays what it was
            return true;
        }
        return $source instanceof mysqli ? @$source->store_result() : @$source->get_result();
    }

    private function done(mysqli|mysqli_stmt $source, mysqli_result|bool $result): mysqli_result|bool
    {
        if ($result === true) {
            $this->affectedRows = $source->affected_rows;
            $this->insertId = $source->insert_id;
        }
        $this->unread = $source->more_results() ? $source : null;
        $this->errno = 0;
        $this->error = '';
        return $result;
    }

    /** Says why in $errno and $error, and throws what does not come from the server. */
    private function failed(?Throwable $thrown, ?mysqli_stmt $statement = null): false
    {
        if ($thrown !== null && (!$thrown instanceof mysqli_sql_exception || $thrown->getPrevious() !== null)) {
            $this->drop();
            throw $thrown->getPrevious() ?? $thrown;
        }
        if (is_overdue()) {
            $this->drop();
            return $this->fail(SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR, 'MySQL server has gone away: no answer in time');
        }
        if ($thrown === null) {
            $from = $statement ?? $this->mysqli;
            $from === null || $this->fail($from->errno, $from->error, $from->sqlstate);
        } else {
            $state = $thrown->getSqlState();
            $this->fail($thrown->getCode(), $thrown->getMessage(), $state === '00000' ? 'HY000' : $state);
        }
        if (in_array($this->errno, self::LOST, true)) {
            $this->drop();
        }
        return false;
    }

    private function refused(Throwable $thrown): bool
    {
        $overdue = is_overdue();
        $this->failed($thrown);
        $this->drop();
        if ($overdue) {
            $this->fail(SWOOLE_MYSQLND_CR_CONNECTION_ERROR, 'Connection timed out');
        }
        return false;
    }

    /** Lets the next connect() have it, or closes it. A statement that the program still has would disturb others. */
    private function release(): void
    {
        $keeper = $this->unread === null && $this->statements->areIdle() ? $this->keeper : null;
        if ($this->mysqli === null || $keeper === null || !$keeper->hasRoom()) {
            $this->drop();
            return;
        }
        if ($keeper->resets($this->used)) {
            $this->statements->close();  // now, as the server is told
        }
        [$mysqli, $statements, $this->mysqli] = [$this->mysqli, $this->statements->idle, null];
        $this->statements->drop();
        $keeper->keep($mysqli, $statements, $this->used, $this->socket);
    }

    private function drop(): void
    {
        [$mysqli, $this->mysqli, $this->unread] = [$this->mysqli, null, null];
        try {
            @$mysqli?->close();
        } catch (\Error) {  // it was never open
        }
        $this->statements->drop();
    }
}
