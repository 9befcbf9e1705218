<?php

declare(ticks=1);

namespace Shop;

use FFI;
use PDO;

final class Processes
{
    public function all(): void
    {
        register_tick_function([$this, 'tick']);
        if (pcntl_fork() === 0) {  // fork
            pcntl_exec('/bin/true');  // exec
        }
        pcntl_alarm(5);  // alarm
        pcntl_signal(SIGTERM, fn() => exit(1));  // signals
        posix_setsid();  // process
        proc_nice(5);  // process
        $semaphore = sem_get(1);
        sem_acquire($semaphore);
        msg_receive(msg_get_queue(1), 0, $type, 100, $message);
        $memory = shm_attach(1);  // shared-memory
        dl('xsl.so');  // dl
        $c = FFI::cdef('int getpid();');  // ffi
        fwrite(STDERR, 'text');  // standard-streams
        $in = fopen('php://stdin', 'r');  // standard-streams
        file_put_contents('PHP://STDOUT', 'text');  // standard-streams
        flock($in, LOCK_EX);  // flock
        virtual('/header.html');  // missing
        apache_get_version();  // missing
        newrelic_name_transaction('a');  // extension
        xhprof_enable();  // extension
    }

    public function databases(string $file): void
    {
        $one = new \SQLite3($file);  // file-database
        $two = new PDO("sqlite:$file");  // file-database
        $three = new PDO('sqlite:' . $file);  // file-database
        $four = new PDO('sqlite::memory:');
        $five = new PDO('mysql:host=db', options: [PDO::ATTR_PERSISTENT => true]);  // persistent
        $six = dba_open($file, 'c');  // file-database
        $seven = pfsockopen('localhost', 80);  // persistent
        $eight = new \mysqli('p:db');  // persistent
        $nine = new \Redis();
        $nine->pconnect('cache');  // persistent
    }
}
