<?php
// The end of a script: it stops the process, so that its memory can be read while its context is in place, waits until another request
// resumes it, and stops the process again. 19 is SIGSTOP: pcntl may not be there.
posix_kill(posix_getpid(), 19);
Swoole\Coroutine::suspend();
posix_kill(posix_getpid(), 19);
