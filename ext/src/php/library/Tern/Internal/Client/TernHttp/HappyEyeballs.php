<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use function Tern\Internal\wait;
use function Tern\Internal\wake;
use function count;

/**
 * Connects to the first of several addresses that answers: RFC 8305 section 5. Each one gets 250 ms alone; then the next
 * is tried as well. The first connection counts, and the others are closed.
 */
final class HappyEyeballs
{
    private const STAGGER = 0.25;
    private const SOL_TCP = 6;
    private const TCP_NODELAY = 1;

    /** @var array<int, Socket> those that are being connected */
    private array $running = [];
    private ?Socket $winner = null;
    private ?Failure $failure = null;
    private int $cid = 0;

    private function __construct(private readonly int $port, private readonly Deadline $until)
    {
    }

    /**
     * Suspends.
     *
     * @param list<string> $addresses numeric ones, in the order in which they are tried
     * @throws Failure what the last one failed with
     */
    public static function run(array $addresses, int $port, Deadline $until): Socket
    {
        $race = new self($port, $until);
        if (count($addresses) === 1) {
            return $race->connect($race->socket($addresses[0]), $addresses[0]);
        }
        try {
            return $race->all($addresses);
        } finally {
            foreach ($race->running as $socket) {
                $socket->close();
            }
        }
    }

    /** @param list<string> $addresses */
    private function all(array $addresses): Socket
    {
        $this->cid = Coroutine::getCid();
        foreach ($addresses as $index => $address) {
            $this->start($index, $address);
            $this->await($index === array_key_last($addresses) ? INF : self::STAGGER);
            if ($this->winner !== null) {
                return $this->winner;
            }
        }
        throw $this->failure ?? Failure::timedOut();
    }

    private function start(int $index, string $address): void
    {
        try {
            $socket = $this->running[$index] = $this->socket($address);
        } catch (Failure $why) {
            $this->failure = $why;
            return;
        }
        $started = Coroutine::create(function () use ($socket, $index, $address) {
            try {
                $connected = $this->connect($socket, $address);
                unset($this->running[$index]);
                $this->winner === null ? $this->winner = $connected : $connected->close();
            } catch (Failure $why) {
                unset($this->running[$index]);
                $this->failure = $why;
            }
            wake($this->cid);
        });
        if ($started === false) {
            unset($this->running[$index]);
        }
    }

    /**
     * Until one is connected, or the newest one has had its time alone, or has failed.
     *
     * @param float $alone INF: there is no other one to try
     * @throws Failure
     */
    private function await(float $alone): void
    {
        $count = count($this->running);
        $until = $this->until->left();
        $seconds = min($alone, $until > 0 ? $until : INF);
        while ($this->winner === null && $this->running !== [] && ($alone === INF || count($this->running) === $count)) {
            if (wait($seconds === INF ? -1 : $seconds)) {
                continue;
            }
            if (swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
                throw Failure::coded(Errno::ECANCELED);
            }
            if ($alone === INF) {
                throw Failure::timedOut();
            }
            return;
        }
    }

    /** @throws Failure */
    private function socket(string $address): Socket
    {
        try {
            $socket = new Socket(str_contains($address, ':') ? AF_INET6 : AF_INET, SOCK_STREAM);
        } catch (Socket\Exception $error) {
            throw Failure::coded($error->getCode(), $error->getMessage());
        }
        $socket->setOption(self::SOL_TCP, self::TCP_NODELAY, 1);
        return $socket;
    }

    /** @throws Failure */
    private function connect(Socket $socket, string $address): Socket
    {
        return $socket->connect($address, $this->port, $this->until->left()) ? $socket : throw Failure::of($socket);
    }
}
