<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Swoole\Process;
use Tern\Internal\Fpm\AccessFormat;
use Tern\Internal\Unix;
use Tern\Launcher\Php;
use Tern\Launcher\StartCommand;
use function extension_loaded;

/** From the command line to the master that runs, or to the result of `-t`. */
final class Program
{
    public const EXIT_SOFTWARE = 70;
    public const EXIT_CONFIG = 78;
    private const DAEMON_STARTS_S = 10;

    private readonly Log $log;
    private readonly Configuration $configuration;
    private readonly Paths $paths;
    private readonly string $file;
    /** @var array<string, Accounts> by pool */
    private array $accounts = [];

    private function __construct(private readonly Options $options, private readonly Restart $restart, private readonly Launch $launch)
    {
        $this->log = new Log();
        $this->configuration = new Configuration();
        $this->paths = new Paths($options->prefix);
        $this->file = $options->config();
        $options->isTrial = $options->tests > 0 && $restart->isOne;
    }

    public static function run(): int
    {
        if (!extension_loaded('tern')) {
            fwrite(STDERR, 'tern: ' . Php::notLoaded((new Php())->extension() ?? 'tern') . "\n");
            return self::EXIT_SOFTWARE;
        }
        Unix\block_signals(Restart::SIGNALS, true);
        $launch = Launch::take();
        $self = new self(Options::read($launch->words), Restart::take(StartCommand::words()), $launch);
        return $self->start();
    }

    private function start(): int
    {
        try {
            $this->load();
            if ($this->options->tests > 0) {
                return $this->test();
            }
            $this->setLimits();
            if ($this->configuration->global->is('daemonize') && !$this->restart->isOne) {
                return $this->daemonize();
            }
            return $this->launch();
        } catch (ConfigError $error) {
            return $this->fail($error);
        }
    }

    private function fail(ConfigError $error): int
    {
        if ($error->getMessage() !== '') {
            $this->log->write($error->level, $error->getMessage());
        }
        $this->log->error('FPM initialization failed');
        return self::EXIT_CONFIG;
    }

    /** @throws ConfigError */
    private function load(): void
    {
        $prefix = $this->options->prefix;
        if ($prefix !== null && $prefix !== '' && !is_dir($prefix)) {
            throw new ConfigError("the global prefix '$prefix' does not exist or is not a directory");
        }
        if (!(new Reader($this->configuration, $this->paths, $this->log))->read($this->file)) {
            throw new ConfigError("failed to load configuration file '$this->file'");
        }
        try {
            (new MasterCheck($this->configuration->global, $this->options, $this->paths, $this->log))->run();
            $this->checkPools();
        } catch (ConfigError $error) {
            $this->log->write($error->level, $error->getMessage());
            throw new ConfigError('failed to post process the configuration');
        }
    }

    /** @throws ConfigError */
    private function checkPools(): void
    {
        $pools = $this->configuration->pools();
        $pools !== [] || throw new ConfigError('No pool defined. at least one pool section must be specified in config file');
        $hasEdges = $this->configuration->global->text('events.mechanism') === 'epoll';
        foreach ($pools as $pool) {
            (new PoolCheck($pool, $this->options->mayBeRoot, $hasEdges, $this->paths, $this->log))->run();
        }
        $this->checkAddresses($pools);
        (new AccessLogs(new Log()))->check($pools);
        foreach ($pools as $pool) {
            $complaint = $pool->isGiven('access.log') ? AccessFormat::complaint($pool->text('access.format')) : null;
            if ($complaint !== null) {
                $this->log->warning($complaint);
                throw $pool->error("wrong format for access.format '{$pool->text('access.format')}'");
            }
        }
    }

    /**
     * @param list<PoolConfig> $pools
     * @throws ConfigError
     */
    private function checkAddresses(array $pools): void
    {
        $taken = [];
        foreach ($pools as $pool) {
            foreach (array_filter([$pool->text('listen'), $pool->text('pm.status_listen')]) as $address) {
                isset($taken[$address])
                    && throw $pool->error("unable to set listen address as it's already used in another pool '{$taken[$address]}'");
                $taken[$address] = $pool->name;
            }
        }
    }

    /** @throws ConfigError */
    private function test(): int
    {
        foreach ($this->configuration->pools() as $pool) {
            Accounts::check($pool);
            SocketAccess::of($pool, $this->log);
        }
        $this->options->isTrial && $this->tryToStart();
        if ($this->options->tests > 1) {
            foreach ([...$this->configuration->show(), ...Differences::of($this->configuration)] as $line) {
                $this->log->print(Level::Notice, $line);
            }
        }
        $this->log->print(Level::Notice, "configuration file $this->file test is successful\n");
        return 0;
    }

    /**
     * All that could keep the master from its start, but for what it does to itself.
     *
     * @throws ConfigError
     */
    private function tryToStart(): void
    {
        $this->setLimits();
        $this->setPriority();
        $this->findAccounts();
        $this->options->mayBeRoot || array_map(static fn(Accounts $one) => $one->refuseRoot(), $this->accounts);
        Listeners::try($this->configuration->pools(), $this->restart, $this->log);
        PidFile::check($this->configuration->global->text('pid'));
    }

    /** @throws ConfigError */
    private function findAccounts(): void
    {
        foreach ($this->configuration->pools() as $pool) {
            $this->accounts[$pool->name] = Accounts::of($pool, $this->log);
        }
    }

    /** @throws ConfigError */
    private function setLimits(): void
    {
        foreach (['files' => 'RLIMIT_NOFILE', 'core' => 'RLIMIT_CORE'] as $name => $constant) {
            $most = $this->configuration->global->number("rlimit_$name");
            $error = $most === 0 ? 0 : Unix\limit($name, $most);
            if ($error !== 0) {
                throw ConfigError::ofSystem("failed to set rlimit_core for this pool. Please check your system limits or decrease rlimit_files."
                    . " setrlimit($constant, $most)", $error);
            }
        }
    }

    /** @throws ConfigError */
    private function setPriority(): void
    {
        $priority = $this->configuration->global->number('process.priority');
        if ($priority === Kind::NO_PRIORITY) {
            return;
        }
        if (!Accounts::isRoot()) {
            $this->log->notice("'process.priority' directive is ignored when FPM is not running as root");
            return;
        }
        $error = Unix\set_priority($priority);
        $error === 0 || throw ConfigError::ofSystem('Unable to set priority for the master process', $error);
    }

    /** The process that was called ends when the master runs, with 0, or when it does not. */
    private function daemonize(): int
    {
        [$reader, $writer] = Unix\open_pipe() ?: throw new ConfigError('failed to create pipe');
        $daemon = new Process(function () use ($writer): void {
            Unix\lead_session();
            $code = $this->launch($writer);
            exit($code);
        }, false, 0);
        if ($daemon->start() === false) {
            throw new ConfigError('failed to daemonize');
        }
        Unix\close($writer);
        return $this->waitForDaemon($reader);
    }

    private function waitForDaemon(int $reader): int
    {
        $until = hrtime(true) + self::DAEMON_STARTS_S * 1_000_000_000;
        while (($report = Unix\read($reader)) === null && hrtime(true) < $until) {
            usleep(1000);
        }
        if ($report === null) {
            $this->log->error("the master process didn't send back its status (via the pipe to the calling process)");
        }
        return $report === '1' ? 0 : self::EXIT_SOFTWARE;
    }

    /** @param int|null $report of daemonize() */
    private function launch(?int $report = null): int
    {
        try {
            $this->setPriority();
            $this->findAccounts();
            $this->options->mayBeRoot || array_map(static fn(Accounts $one) => $one->refuseRoot(), $this->accounts);
            $listeners = Listeners::open($this->configuration->pools(), $this->restart, $this->log);
            $reloading = new Reloading($this->file, $this->restart);
            $master = new Master($this->configuration, $reloading, $this->accounts, $listeners, $this->launch, $this->log);
            $master->prepare();
        } catch (ConfigError $error) {
            return $this->fail($error);
        }
        $this->leaveTerminal();
        $this->log->launch($this->configuration->global->is('daemonize'));
        $this->log->notice('fpm is running, pid ' . getmypid());
        if ($report !== null) {
            Unix\write($report, '1');
            Unix\close($report);
        }
        foreach (Differences::of($this->configuration) as $line) {
            $this->log->notice($line);
        }
        return $master->run();
    }

    /** Input and output of the master are nowhere. PHP's streams may be copies, for which the caller would wait. */
    private function leaveTerminal(): void
    {
        array_map(fclose(...), [STDIN, STDOUT, STDERR]);
        Unix\redirect_to_null(0);
        Unix\redirect_to_null(1);
    }
}
