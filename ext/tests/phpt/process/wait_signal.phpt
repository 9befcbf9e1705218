--TEST--
option wait_signal: a program goes on while Process::signal() has a handler
--FILE--
<?php
use Swoole\Process;
Co::set(['wait_signal' => true]);
Process::signal(SIGUSR1, function (int $signal) {
    echo "signal $signal\n";
    Process::signal(SIGUSR1, null);
});
$parent = getmypid();
$child = new Process(fn() => Process::kill($parent, SIGUSR1));
Swoole\Timer::after(1, fn() => $child->start());
Swoole\Event::wait();
echo "end\n";
Process::wait();
Co::set(['wait_signal' => false]);
Process::signal(SIGUSR2, fn() => 0);
Swoole\Event::wait();
echo "does not wait\n";
?>
--EXPECTF--
signal %d
end
does not wait
