<?php

/** @generate-class-entries */

namespace Swoole {

    /** What the world did not allow, where the API throws; the code is that of swoole_last_error(). */
    class Exception extends \Exception
    {
    }

    /** A mistake of the program. */
    class Error extends \Error
    {
    }

    /** exit() inside of a coroutine: it ends this coroutine, not the process. */
    class ExitException extends Exception
    {
        /** @var int */
        private $flags = 0;
        /** @var mixed */
        private $status = 0;

        /**
         * @return int SWOOLE_EXIT_IN_COROUTINE, SWOOLE_EXIT_IN_SERVER, or both
         * @tentative-return-type
         */
        public function getFlags(): int {}

        /**
         * @return mixed the argument of exit()
         * @tentative-return-type
         */
        public function getStatus(): mixed {}
    }
}

namespace Swoole\Coroutine {

    /** Thrown in a coroutine that Coroutine::cancel($cid, true) cancels. */
    final class CanceledException extends \Exception
    {
    }

    /** Thrown in a coroutine whose time limit is over. */
    final class TimeoutException extends \Exception
    {
    }
}

namespace Swoole\Coroutine\Socket {

    /** There is no socket; the code is the system's error number. */
    class Exception extends \Swoole\Exception
    {
    }
}
