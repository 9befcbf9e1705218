<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;
use Tern\Internal\Site\Rewrite\Engine;
use Tern\Internal\Site\Rewrite\RulesFileError;
use function dirname;
use function sprintf;

/**
 * Keeps a server running that has the code as it is on disk. What only workers have loaded is renewed by a reload of
 * the server, all else by a new server that takes the place of the old one: both listen on the same sockets, and the old
 * one leaves when the new one serves. Code that cannot start leaves the old server where it is.
 */
final class Watch
{
    private const STATIC = '/\.(css|m?js|svg|png|jpe?g|webp|gif|ico|woff2?)$/i';
    private const HELD_UP_MS = 200;
    private const NO_WORKER = 'no worker with the new code has started: see above';
    private const LOOK_MS = 3;
    private const LOOKS = 300;

    private readonly Sockets $sockets;
    private readonly string $state;
    private ?ServerRun $current = null;
    private ?ServerRun $next = null;
    /** @var list<ServerRun> those that are told to end */
    private array $leaving = [];
    /** @var array<string, bool> changes that came while a server was starting */
    private array $later = [];
    /** @var array<string, bool> changes that no server has yet */
    private array $unserved = [];
    private bool $reloading = false;
    private bool $reloadFailed = false;
    /** An old server is releasing the sockets. */
    private bool $settling = false;
    private bool $hasServed = false;
    private int $build = 1;
    private float $since = 0;
    private int $stops = 0;
    private int $exit = 0;

    public function __construct(private readonly Plan $plan, private readonly Php $php)
    {
        $this->sockets = new Sockets();
        $this->state = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
        mkdir($this->state, 0700);
        $plan->state = $this->state;
        $plan->parent = getmypid() ?: null;
    }

    public function run(): int
    {
        $this->openFolderPort();
        foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
            Process::signal($signal, $this->stop(...));
        }
        Process::signal(SIGCHLD, $this->lookAfterChildren(...));
        $changes = new Changes($this->roots(), array_filter([$this->rules()]), $this->plan->polls, $this->onChanges(...));
        if ($changes->polls() && !$this->plan->polls) {
            $this->say('inotify has no watches left (fs.inotify.max_user_watches): looking at the files instead');
        }
        $this->begin([]);
        Event::wait();
        $this->clean();
        return $this->exit;
    }

    /** Before the handlers of signals, which keep PHP from ending. */
    private function openFolderPort(): void
    {
        if (!$this->plan->isFolder) {
            return;
        }
        $host = $this->plan->folderHost();
        $address = Socket::address(Socket::typeFor(SWOOLE_SOCK_TCP, $host), $host, $this->plan->folderPort());
        $problem = $this->sockets->provide([$address => 512]);
        if ($problem !== null) {
            $this->clean();
            throw new UsageError($problem);
        }
    }

    /** @return list<string> folders: that of the project, which has a composer.json, or at least that of the target */
    private function roots(): array
    {
        $own = $this->plan->isFolder ? $this->plan->target : dirname($this->plan->target);
        for ($folder = $own; $folder !== dirname($folder); $folder = dirname($folder)) {
            if (is_file("$folder/composer.json")) {
                return [$folder];
            }
        }
        return [$own];
    }

    /** @param array<string, bool> $found whether a file came or went, by path */
    private function onChanges(array $found): void
    {
        if ($this->stops > 0) {
            return;
        }
        if ($this->next !== null || $this->reloading || $this->settling) {
            $this->later += $found;
            $this->next?->signal(SIGTERM);  // what it has is old already
            return;
        }
        $this->begin($found);
    }

    /** @param array<string, bool> $found empty: the first start */
    private function begin(array $found): void
    {
        $this->since = microtime(true);
        foreach ($found as $path => $cameOrWent) {
            $this->unserved[$path] = $cameOrWent || ($this->unserved[$path] ?? false);
        }
        $found = $this->unserved;
        $broken = [...Syntax::problems(array_keys($found)), ...$this->problemsOfRules($found)];
        if ($broken !== []) {
            $this->report(implode("\n", $broken) . $this->whatNow());
            return;
        }
        $code = array_filter(array_keys($found), static fn(string $path): bool => preg_match(self::STATIC, $path) !== 1);
        if ($found !== [] && $code === [] && $this->current !== null) {
            $this->renewPages('static files changed');
        } elseif ($this->current !== null && $this->isForWorkers(array_intersect_key($found, array_flip($code)))) {
            $this->reloading = true;
            $this->reloadFailed = false;
            $this->current->signal(SIGUSR1);
        } else {
            $this->startNext();
        }
    }

    /**
     * Whether a reload is enough: for files that the master has not loaded. Code that the master has
     * loaded may have looked for a file that is new, or gone. Any process may have read a file that is not PHP.
     *
     * @param array<string, bool> $found
     */
    private function isForWorkers(array $found): bool
    {
        $loaded = array_flip(Report::loaded($this->state));
        foreach ($found as $path => $cameOrWent) {
            $isPage = preg_match('/\.(html?|twig|latte|phtml)$/i', $path) === 1;
            if ($path === $this->rules()) {
                continue;
            }
            if ($cameOrWent && !$this->plan->isFolder || isset($loaded[$path]) || !$isPage && !str_ends_with($path, '.php')) {
                return false;
            }
        }
        return true;
    }

    /** The file of a classic site's rules, which its workers read. */
    private function rules(): ?string
    {
        return $this->plan->site?->rules;
    }

    /**
     * @param array<string, bool> $found
     * @return list<string>
     */
    private function problemsOfRules(array $found): array
    {
        $file = $this->rules();
        if ($file === null || !isset($found[$file])) {
            return [];
        }
        try {
            Engine::ofRulesFile($file, $this->plan->target);
            return [];
        } catch (RulesFileError $error) {
            return [$error->getMessage()];
        }
    }

    private function startNext(): void
    {
        $this->plan->sockets = $this->sockets->ports();
        $this->plan->announces = !$this->hasServed;
        $this->next = new ServerRun(
            $this->plan->command($this->php),
            $this->sockets->descriptors(),
            $this->state,
            $this->onReady(...),
            $this->onFailure(...),
        );
    }

    /** The master of a server would try for ever: workers that end before they are ready do so for what the code is. */
    private function onFailure(ServerRun $run): void
    {
        if ($run === $this->current) {
            $this->reloadFailed = true;
        }
        if ($run !== $this->next || $run->stopping) {
            return;
        }
        $this->next = null;
        $this->report(self::NO_WORKER . $this->whatNow());
        if ($this->current === null && $this->plan->isFolder) {
            $this->current = $run;  // it shows the error until an edit mends it
        } else {
            $this->leaving[] = $run;
            $run->signal(SIGTERM);
        }
        $this->goOn();
    }

    private function whatNow(): string
    {
        return $this->current === null ? '; waiting for a change' : '; the server continues with the code from before';
    }

    private function onReady(ServerRun $run): void
    {
        if ($run->stopping) {
            return;  // it was ready when it was told to end
        }
        if ($run === $this->next) {
            $isFirst = !$this->hasServed;
            $this->hasServed = true;
            $old = $this->current?->workers() ?? [];
            $this->retire();
            $this->current = $run;
            $this->next = null;
            $isFirst ? $this->renewPages(null) : $this->awaitEnd($old, self::LOOKS);
        } elseif ($run === $this->current && !$this->hasServed) {
            $this->hasServed = true;
            $this->renewPages(null);
        } elseif ($run === $this->current && $this->reloading) {
            $this->reloading = false;
            $this->reloadFailed ? $this->report(self::NO_WORKER . $this->whatNow()) : $this->renewPages('reloaded');
            $this->goOn();
        }
    }

    /**
     * Until the old workers have released the sockets: from then on every request gets the new response.
     *
     * @param list<int> $old their pids
     */
    private function awaitEnd(array $old, int $looks): void
    {
        $this->settling = $looks > 0 && $this->sockets->areHeldBy($old);
        if ($this->settling) {
            Timer::after(self::LOOK_MS, fn() => $this->awaitEnd($old, $looks - 1));
            return;
        }
        $this->renewPages('restarted');
        $this->goOn();
    }

    /** What changed meanwhile. */
    private function goOn(): void
    {
        if ($this->next !== null) {
            return;  // it was told to end, and is waited for
        }
        $later = $this->later;
        $this->later = [];
        if ($later !== [] && $this->stops === 0) {
            $this->begin($later);
        }
    }

    private function retire(): void
    {
        if ($this->current !== null) {
            $this->current->signal(SIGTERM);
            $this->leaving[] = $this->current;
            $this->current = null;
        }
    }

    private function lookAfterChildren(): void
    {
        $this->leaving = array_values(array_filter($this->leaving, static fn(ServerRun $run): bool => !$run->hasEnded()));
        if ($this->next?->hasEnded() === true) {
            $this->onNextEnded($this->next);
        }
        if ($this->current?->hasEnded() === true) {
            $this->onCurrentEnded($this->current);
        }
        if ($this->stops > 0 && $this->leaving === [] && $this->next === null && $this->current === null) {
            Event::exit();
        }
    }

    private function onNextEnded(ServerRun $run): void
    {
        $this->next = null;
        if ($this->stops > 0) {
            return;
        }
        if ($this->later !== []) {
            $this->goOn();
        } elseif ($run->status === Report::WANTS_SOCKETS) {
            $problem = $this->sockets->provide(Report::wanted($this->state));
            $problem === null ? $this->startNext() : $this->report($problem);
        } elseif ($run->status === 0 && $this->current === null) {
            $this->stop();  // a script without a server has done its work
        } else {
            $this->report("the new code does not start (exit status $run->status): see above" . $this->whatNow());
        }
    }

    private function onCurrentEnded(ServerRun $run): void
    {
        $this->current = null;
        $this->reloading = false;
        if ($this->stops > 0) {
            return;
        }
        if ($run->status === 0) {
            $this->stop();  // it was told to shut down
            return;
        }
        $this->report("the server has ended with exit status $run->status: waiting for a change");
        $this->goOn();
    }

    /** Ctrl-C reaches the servers too: they are told only where they do not know. */
    private function stop(): void
    {
        $all = array_filter([...$this->leaving, $this->next, $this->current]);
        if (++$this->stops > 1) {
            array_map(static fn(ServerRun $run) => $run->signal(SIGTERM), $all);
        } elseif ($all === []) {
            Event::exit();
        } else {
            Timer::after(self::HELD_UP_MS, static function () use ($all): void {
                foreach ($all as $run) {
                    $run->stopping || $run->signal(SIGTERM);
                }
            });
        }
    }

    private function renewPages(?string $how): void
    {
        $this->unserved = [];
        Page::tell($this->state, $how === null ? $this->build : ++$this->build, '');
        $this->say($how === null ? "watching {$this->roots()[0]}" : sprintf('%s in %d ms', $how, (microtime(true) - $this->since) * 1000));
    }

    private function report(string $problem): void
    {
        Page::tell($this->state, $this->build, $problem);
        $this->say($problem);
    }

    private function say(string $text): void
    {
        fwrite(STDERR, '[' . date('H:i:s') . '] ' . Text::lines($text, '    ') . "\n");
    }

    private function clean(): void
    {
        $this->sockets->closeAll();
        Report::remove($this->state);
    }
}
