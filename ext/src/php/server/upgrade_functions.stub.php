<?php

/** @generate-function-entries */

namespace Tern {

    /**
     * Starts the program once more, in any process of a server. The new server gets the sockets of this one and takes
     * over when it is ready; if it fails, nothing changes, and the log says why. Returns at once.
     *
     * @return bool false: no server is running
     */
    function upgrade(): bool {}

}

/** For bin/tern and Tern\Internal\Admin. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * The last upgrade that this server has begun or refused, how many there were, and the process of the new server.
     *
     * @return array{state: 'none'|'starting'|'failed'|'done', count: int, pid: int} pid 0: it was refused
     */
    function upgrade_state(): array {}

    /**
     * How the program is started for an upgrade, instead of the command line of this process.
     *
     * @param string[] $command empty: there are no upgrades
     */
    function start_command(array $command, string $folder): void {}
}
