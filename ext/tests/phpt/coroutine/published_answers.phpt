--TEST--
Coroutine: what setTimeLimit(), cancel() of oneself and stats() answer; several coroutines join one
--FILE--
<?php
use Swoole\Coroutine;
Co\run(function () {
    var_dump(Coroutine::setTimeLimit(60), Coroutine::setTimeLimit(0));
    var_dump(Coroutine::cancel(Coroutine::getCid()), swoole_last_error() === SWOOLE_ERROR_CO_CANNOT_CANCEL);
    echo implode(' ', array_keys(Coroutine::stats())), "\n";
    $before = Coroutine::stats()['event_num'];
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $id = go(fn() => Coroutine\System::waitEvent($one, SWOOLE_EVENT_READ));
    var_dump(Coroutine::stats()['event_num'] - $before);
    Swoole\Process::signal(SIGUSR1, fn() => 0);
    var_dump(Coroutine::stats()['signal_listener_num']);
    Swoole\Process::signal(SIGUSR1, null);
    for ($i = 0; $i < 2; ++$i) {
        go(fn() => var_dump(Coroutine::join([$id])));
    }
    fwrite($other, 'x');
});
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
event_num signal_listener_num aio_task_num aio_worker_num aio_queue_size coroutine_num coroutine_peak_num coroutine_last_cid c_stack_size
int(1)
int(1)
bool(true)
bool(true)
