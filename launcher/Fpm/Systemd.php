<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Swoole\Timer;

/** Tells systemd what the master does: sd_notify(3). */
final class Systemd
{
    private readonly string $address;
    private bool $hasWatchdog;

    public function __construct(private readonly int $intervalS)
    {
        $this->address = (string) getenv('NOTIFY_SOCKET');
        $this->hasWatchdog = intdiv((int) getenv('WATCHDOG_USEC'), 2000) > 1000;
    }

    /** @param \Closure(): string $status a line */
    public function begin(\Closure $status): void
    {
        $this->send("READY=1\nSTATUS=Ready to handle connections\nMAINPID=" . getmypid());
        if ($this->address !== '' && $this->intervalS > 0) {
            Timer::tick($this->intervalS * 1000, fn() => $this->send(($this->hasWatchdog ? "WATCHDOG=1\n" : '') . 'STATUS=' . $status()));
        }
    }

    public function onState(State $state): void
    {
        $this->send(match ($state) {
            State::Normal => 'READY=1',
            State::Reloading => "RELOADING=1\nMONOTONIC_USEC=" . intdiv((int) hrtime(true), 1000) . "\nSTATUS=Reloading",
            default => "STOPPING=1\nSTATUS=Terminating",
        });
    }

    private function send(string $state): void
    {
        if ($this->address === '') {
            return;
        }
        $path = $this->address[0] === '@' ? "\0" . substr($this->address, 1) : $this->address;
        $socket = @stream_socket_client("udg://$path");
        if ($socket !== false) {
            @fwrite($socket, $state);
            fclose($socket);
        }
    }
}
