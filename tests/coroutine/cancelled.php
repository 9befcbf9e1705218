<?php
// cancelled.php KIND PORT [PIECE]: a database client whose coroutine is cancelled at every point of its conversation.
//
// A proxy between the client and the server passes one piece at a time and counts. The conversation runs once for each
// number of pieces: there the coroutine is cancelled, then everything flows, and the same connection is used again.
// Whatever it is asked then, it may fail, but never give the answer to another question.
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;

require __DIR__ . '/cancelled_clients.php';

/** Connections to a server, of which one piece passes at a time, unless free() was called. */
final class Proxy
{
    public readonly int $port;
    public readonly Channel $changed;   // tells that there is a piece, or that all is over
    private Socket $listening;
    private array $pieces = [];         // who waits with one, in the order of their coming
    private array $sockets = [];
    private bool $free = false;

    public function __construct(private int $server, private int $size)
    {
        $this->changed = new Channel(1);
        $this->listening = new Socket(AF_INET, SOCK_STREAM, 0);
        $this->listening->bind('127.0.0.1', 0);
        $this->listening->listen();
        $this->port = $this->listening->getsockname()['port'];
        go(function () {
            while ($client = $this->listening->accept(-1)) {
                $server = new Socket(AF_INET, SOCK_STREAM, 0);
                $server->connect('127.0.0.1', $this->server);
                array_push($this->sockets, $client, $server);
                $client->setOption(6, 1, 1);
                go($this->copy(...), $client, $server, 1 << 20);
                go($this->copy(...), $server, $client, $this->size);
            }
        });
    }

    private function copy(Socket $from, Socket $to, int $size): void
    {
        while (($bytes = $from->recv($size, -1)) !== false && $bytes !== '') {
            if (!$this->free) {
                $passed = new Channel(1);
                $this->pieces[] = $passed;
                $this->changed->isFull() || $this->changed->push(true);
                $passed->pop();
            }
            if ($to->sendAll($bytes, -1) !== strlen($bytes)) {
                break;
            }
        }
        $to->shutdown(1);
        $from->shutdown(0);
    }

    public function pass(): bool
    {
        $piece = array_shift($this->pieces);
        $piece?->push(true);
        return $piece !== null;
    }

    public function free(): void
    {
        $this->free = true;
        while ($this->pass()) {
        }
    }

    public function close(): void
    {
        $this->free();
        foreach ([$this->listening, ...$this->sockets] as $socket) {
            $socket->close();
        }
    }
}

/** Lets what is ready run. */
function turn(): void
{
    for ($i = 0; $i < 2; ++$i) {
        $self = Coroutine::getCid();
        Swoole\Event::defer(fn() => Coroutine::resume($self));
        Coroutine::yield();
    }
}

/** What a connection gives after its coroutine was cancelled: 'failed', 'right', or a WrongAnswer. */
function use_again(Client $client): string
{
    $seen = [];
    if ($client->db === null) {
        return 'none';
    }
    for ($i = 0; $i < 3; ++$i) {
        try {
            if ($client->statement !== null) {
                same($text = "again $i", $client->askPrepared($text) ?? $text);
            }
            $client->check();
            $seen[] = 'right';
        } catch (WrongAnswer $wrong) {
            throw $wrong;
        } catch (Throwable $error) {
            $seen[] = 'failed';
        }
    }
    $client->close();
    return implode(' ', array_unique($seen));
}

/** The same for whoever comes next, and may be given the same persistent connection. */
function use_next(Client $client): string
{
    try {
        $client->connect();
    } catch (Exception) {
    }
    return use_again($client);
}

/** One conversation, cancelled after so many pieces. Null: it was over before. */
function converse(string $kind, Proxy $proxy, int $cut, bool $throws, bool $persistent): ?string
{
    $client = client($kind, $proxy->port, $persistent);
    $ended = null;
    $id = go(function () use ($client, $proxy, &$ended) {
        try {
            $client->connect();
            $client->talk();
            $client->close();
            $ended = 'talked';
        } catch (WrongAnswer $wrong) {
            $ended = $wrong;
        } catch (Throwable $error) {
            $ended = $error;
        }
        $proxy->changed->isFull() || $proxy->changed->push(true);
    });
    for ($passed = 0; $ended === null && $passed < $cut;) {
        if ($proxy->pass()) {
            ++$passed;
        } elseif ($ended === null && $proxy->changed->pop(20) === false) {
            throw new Error("$kind: nothing happens after $passed pieces");
        }
    }
    turn();
    if ($ended === 'talked') {
        return null;
    }
    if ($ended !== null) {
        throw $ended;
    }
    Coroutine::cancel($id, $throws);
    turn();
    $proxy->free();
    for ($i = 0; $ended === null; ++$i) {
        usleep(1000);
        $i < 5000 || throw new Error("$kind: does not end after it was cancelled at $cut: " . json_encode(Coroutine::getBackTrace($id)));
    }
    if ($ended instanceof WrongAnswer) {
        throw $ended;
    }
    $after = use_again($client) . ($persistent ? ', next ' . use_next(client($kind, $proxy->port, true)) : '');
    return (is_string($ended) ? $ended : get_class($ended)) . ", then $after";
}

error_reporting(E_ALL & ~E_WARNING & ~E_NOTICE);
[, $kind, $server, $size] = $argv;
$status = 0;
Coroutine\run(function () use ($kind, $server, $size, &$status) {
    foreach ([[false, false], [true, false], [false, true], [true, true]] as [$throws, $persistent]) {
        $name = $kind . ($throws ? ' throws' : ' fails') . ($persistent ? ' persistent' : '');
        $results = [];
        for ($cut = 0; ; ++$cut) {
            $proxy = new Proxy((int) $server, (int) $size);
            try {
                $result = converse($kind, $proxy, $cut, $throws, $persistent);
            } catch (WrongAnswer $wrong) {
                $status = 1;
                echo "$name at $cut: wrong answer: {$wrong->getMessage()}\n";
                $result = 'wrong';
            } finally {
                $proxy->close();
            }
            if ($result === null) {
                break;
            }
            $results[$result] = ($results[$result] ?? 0) + 1;
        }
        echo "$name: $cut cuts ", json_encode($results), "\n";
    }
});
exit($status);
