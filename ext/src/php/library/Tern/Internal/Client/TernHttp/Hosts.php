<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Timer;
use Tern\Http\Client\Exception;
use WeakReference;
use function Tern\Internal\in_worker;
use function count;
use function getmypid;

/** The servers that a client talks to, and its connections to them, of this process. */
final class Hosts
{
    private const SWEEP_MS = 1000;
    /** Servers that nothing is known of are forgotten when there are more. */
    private const MOST = 1024;

    /** @var array<string, Host> by origin, and what else tells connections apart */
    private array $hosts = [];
    /** @var array<string, Breaker> by origin */
    private array $breakers = [];
    private readonly Dialer $dialer;
    private int $pid = 0;
    private bool $isClosed = false;

    public function __construct(private readonly ClientOptions $options)
    {
        $this->dialer = new Dialer($options);
    }

    /** @throws Exception if the client is closed */
    public function of(Request $request): Host
    {
        if ($this->pid !== getmypid()) {
            $this->begin();
        }
        if ($this->isClosed) {
            throw new Exception('the client is closed', $request->method, $request->url->text);
        }
        $url = $request->url;
        $is_streamed = $request->options->stream && $this->options->offersHttp2 && $url->isSecure();
        $key = $url->origin . ($is_streamed ? ' stream' : '') . ($request->options->decode ? '' : ' undecoded');
        return $this->hosts[$key] ??= $this->add($url, $is_streamed, $request->options->decode);
    }

    /** @return Breaker|null null: there is none */
    public function breaker(Url $url): ?Breaker
    {
        $options = $this->options;
        return $options->failures === 0 ? null : $this->breakers[$url->origin] ??= new Breaker($options->failures, $options->reset);
    }

    public function close(): void
    {
        $this->isClosed = true;
        foreach ($this->pid === getmypid() ? $this->hosts : [] as $host) {
            $host->close();
        }
    }

    /** @return array<string, array<string, mixed>> by origin, with " stream" and " undecoded" */
    public function stats(): array
    {
        $stats = [];
        foreach ($this->pid === getmypid() ? $this->hosts : [] as $key => $host) {
            $stats[$key] = $host->stats() + ['breaker' => ($this->breakers[strtok($key, ' ')] ?? null)?->state()];
        }
        return $stats;
    }

    /** Where a program runs without a server, connections that were idle for too long are closed by the next request. */
    private function begin(): void
    {
        if ($this->hosts !== []) {
            // Those of the process that forked this one, which uses them: never closed here.
            /** @var list<mixed> $inherited */
            static $inherited = [];
            $inherited[] = $this->hosts;
            $this->hosts = $this->breakers = [];
        }
        $this->pid = (int) getmypid();
        if (in_worker()) {
            $hosts = WeakReference::create($this);
            Timer::tick(self::SWEEP_MS, static function (int $timer) use ($hosts) {
                $hosts->get()?->sweep() ?? Timer::clear($timer);
            });
        }
    }

    private function sweep(): bool
    {
        foreach ($this->hosts as $host) {
            $host->sweep();
        }
        return true;
    }

    private function add(Url $url, bool $is_streamed, bool $decodes): Host
    {
        if (count($this->hosts) >= self::MOST) {
            $this->sweep();
            $this->hosts = array_filter($this->hosts, fn(Host $host) => !$host->isUnused());
            $this->breakers = array_filter($this->breakers, fn(Breaker $breaker) => $breaker->state() !== 'closed');
        }
        return new Host($url, $this->options, $this->dialer, $is_streamed, $decodes);
    }
}
