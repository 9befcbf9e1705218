<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use Swoole\Coroutine;
use Swoole\Coroutine\Lock;
use Swoole\Coroutine\System;
use Swoole\Process;
use Swoole\RemoteObject\Client;
use Swoole\RemoteObject\Exception;
use Tern\Internal\Client\Hooked;
use Tern\Internal\LibraryOptions;
use Throwable;
use function function_exists;
use function is_int;
use function is_string;
use function Tern\Internal\close_on_exec;

/**
 * A RemoteObject\Server of the program itself: a copy of the process that started it, with the same classes. It listens on a
 * unix socket, and ends when that process and all that it has forked have ended.
 */
final class DefaultServer
{
    private const WORKERS = 4;

    private static ?Lock $starting = null;
    private static ?Client $client = null;
    /** @var resource|null one end of a pair of sockets: when no process has it any more, the server ends */
    private static $lifeline;  // @phpstan-ignore property.onlyWritten (it is there to be closed by the end of the process)

    /** Starts it once. Suspends. */
    public static function init(): void
    {
        if (LibraryOptions::$remote_object_server_initiated) {
            return;
        }
        if (Coroutine::getCid() < 1) {
            self::start();
            return;
        }
        $lock = self::$starting ??= new Lock();
        if (!$lock->lock()) {
            throw new Exception('The coroutine was cancelled while another one started the default server of remote objects');
        }
        try {
            self::startOnce();
        } finally {
            $lock->unlock();
        }
    }

    /** Another coroutine may have started it. */
    private static function startOnce(): void
    {
        if (!LibraryOptions::$remote_object_server_initiated) {
            self::start();
        }
    }

    /** That of this coroutine; outside of coroutines that of the process. Suspends. */
    public static function client(): Client
    {
        self::init();
        $context = Coroutine::getCid() < 1 ? null : Coroutine::getContext();
        if ($context === null) {
            return self::$client ??= self::connect();
        }
        $client = $context[self::class] ?? null;
        return $client instanceof Client ? $client : $context[self::class] = self::connect();
    }

    private static function connect(): Client
    {
        return new Client(LibraryOptions::$remote_object_server_socket_file, 0);
    }

    private static function start(): void
    {
        $folder = self::folder();
        $path = $folder . '/remote-object-' . getmypid() . '-' . bin2hex(random_bytes(4)) . '.sock';
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if ($pair === false) {
            throw new Exception('The default server of remote objects cannot be started: there is no pair of sockets');
        }
        [$ours, $theirs] = array_map(close_on_exec(...), $pair);
        self::fork(static function () use ($ours, $theirs, $path): void {
            fclose($ours);
            self::serve($theirs, $path);
        });
        fclose($theirs);
        $answer = Hooked::call(static fn() => (string) fgets($ours));
        if ($answer !== OwnServer::READY) {
            throw new Exception('The default server of remote objects did not start: ' . trim($answer));
        }
        self::$lifeline = $ours;
        LibraryOptions::$remote_object_server_socket_file = $path;
        LibraryOptions::$remote_object_server_initiated = true;
    }

    /** Of a process that is not our child, so that wait() of the program does not return it. */
    private static function fork(callable $run): void
    {
        $process = new Process(static function () use ($run): void {
            (new Process(static fn() => $run(), false, 0))->start();
        }, false, 0);
        $pid = $process->start();
        if (!is_int($pid)) {
            throw new Exception('The default server of remote objects cannot be started: ' . swoole_strerror(swoole_last_error()));
        }
        if (Coroutine::getCid() > 0) {
            System::waitPid($pid);
        } elseif (function_exists('pcntl_waitpid')) {
            pcntl_waitpid($pid, $status);
        } else {
            Coroutine\run(static fn() => System::waitPid($pid));
        }
    }

    /** @param resource $lifeline */
    private static function serve($lifeline, string $path): void
    {
        if (function_exists('posix_setsid')) {
            posix_setsid();  // Ctrl+C is for the program, which may still need the server for its end
        }
        try {
            $server = new OwnServer($path, 0, self::options());
            $server->lifeline = $lifeline;
            $server->start();
        } catch (Throwable $e) {
            fwrite($lifeline, strtok($e->getMessage(), "\n") . "\n");
        }
        @unlink($path);
    }

    /** @return array<string, mixed> */
    private static function options(): array
    {
        $workers = LibraryOptions::get('default_remote_object_server_worker_num') ?? self::WORKERS;
        $bootstrap = LibraryOptions::get('default_remote_object_server_bootstrap') ?? '';
        return ['worker_num' => $workers, 'bootstrap' => $bootstrap];
    }

    private static function folder(): string
    {
        $folder = LibraryOptions::get('default_remote_object_server_dir') ?? '';
        $folder = is_string($folder) && $folder !== '' ? rtrim($folder, '/') : sys_get_temp_dir();
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
            throw new Exception("The option default_remote_object_server_dir is $folder, which cannot be made");
        }
        return $folder;
    }
}
