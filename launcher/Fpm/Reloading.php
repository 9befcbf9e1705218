<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** What a reload needs: the command that is executed again, and the configuration, which is read before to see whether it can be used. */
final class Reloading
{
    public function __construct(
        public readonly string $file,
        private readonly Options $options,
        private readonly Paths $paths,
        public readonly Restart $restart,
    ) {
    }

    /** False: the log says why, and a master that is executed now would not start. */
    public function isPossible(Log $log): bool
    {
        $configuration = new Configuration();
        if (!(new Reader($configuration, $this->paths, $log))->read($this->file)) {
            return false;
        }
        try {
            $pools = $configuration->pools();
            $pools !== [] || throw new ConfigError('No pool defined. at least one pool section must be specified in config file');
            $quiet = new Log();
            $quiet->level = Level::Alert;
            foreach ($pools as $pool) {
                (new PoolCheck($pool, $this->options->mayBeRoot, true, $this->paths, $quiet))->run();
                $accounts = Accounts::of($pool, $quiet);
                $this->options->mayBeRoot || $accounts->refuseRoot();
            }
        } catch (ConfigError $error) {
            $log->write($error->level, $error->getMessage());
            return false;
        }
        return true;
    }
}
