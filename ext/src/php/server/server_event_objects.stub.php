<?php

/** @generate-class-entries */

namespace Swoole\Server;

/** What happened to a connection, for the callbacks of connect, receive, close, ... with `event_object`. */
class Event
{
    /** @var int */
    public $reactor_id = 0;
    /** @var int The connection. */
    public $fd = 0;
    /** @var float When it was handed over, in seconds since 1970. */
    public $dispatch_time = 0;
    /** @var string|null What was received; null for other events. */
    public $data = null;
}

/** A datagram, for the callback of packet with `event_object`. */
class Packet
{
    /** @var int The number of the port's socket, for sendto(). */
    public $server_socket = 0;
    /** @var int */
    public $server_port = 0;
    /** @var float When it was handed over, in seconds since 1970. */
    public $dispatch_time = 0;
    /** @var string Who sent it: an address, or the path of a unix socket. */
    public $address = null;
    /** @var int 0 for unix sockets. */
    public $port = 0;
    /** @var string|null */
    public $data = null;
}

/** A message of sendMessage(), for the callback of pipeMessage with `event_object`. */
class PipeMessage
{
    /** @var int */
    public $source_worker_id = 0;
    /** @var int The same. */
    public $worker_id = 0;
    /** @var float When it was handed over, in seconds since 1970. */
    public $dispatch_time = 0;
    /** @var mixed */
    public $data = null;
}

/** How a worker ended, for the callback of workerError with `event_object`. */
class StatusInfo
{
    /** @var int */
    public $worker_id = 0;
    /** @var int */
    public $worker_pid = 0;
    /** @var int As wait(2) has it: of the exit code and the signal. */
    public $status = 0;
    /** @var int */
    public $exit_code = 0;
    /** @var int The signal that ended it, or 0. */
    public $signal = 0;
}

/** What a task returned, for the callback of finish with `event_object`. */
class TaskResult
{
    /** @var int */
    public $task_id = 0;
    /** @var int */
    public $task_worker_id = 0;
    /** @var float When it was handed over, in seconds since 1970. */
    public $dispatch_time = 0;
    /** @var mixed */
    public $data = null;
}
