<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * A socket for programs without coroutines: where a Swoole\Coroutine\Socket throws, outside of coroutines, this one
 * blocks the process, timeouts included. Names of hosts are looked up for as long as the system's resolver takes then.
 *
 * @not-serializable
 */
final class BlockingSocket extends \Swoole\Coroutine\Socket
{
}
