--TEST--
Server: stats, clients and pids of a running server; start() within it
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('request', function ($request, $response) {
    $server = $GLOBALS["server"];
    $fd = $request->fd;
    switch ($request->server['path_info']) {
        case '/info':
            $info = $server->getClientInfo($fd);
            return $response->end(json_encode([array_keys($info), $info['remote_ip'], $info['worker_id'], $info['server_port'] === $server->port,
                $info['remote_port'] === $request->server['remote_port'], $server->exists($fd), $server->exists($fd + 1000), $server->getClientInfo($fd + 1000), swoole_last_error()]));
        case '/list': return $response->end(json_encode([$server->getClientList() === [$fd], $server->getClientList($fd), (function () {
    global $server; return @$server->getClientList(0, 101) ?: error_get_last()['message']; })()]));
        case '/stats':
            $stats = $server->stats();
            return $response->end(json_encode([array_keys($stats), $stats['request_count'], $stats['worker_num'], $stats['coroutine_num'] >= 0]));
        case '/ids': return $response->end(json_encode([$server->getWorkerId(), $server->worker_id, $server->getWorkerPid() === getmypid(), $server->worker_pid === getmypid(), $server->getWorkerStatus(), $server->getMasterPid() === $server->master_pid, posix_getppid_or($server)]));
        case '/start':
            try { $server->start(); } catch (Throwable $e) { $texts[] = get_class($e) . ': ' . $e->getMessage(); }
            try { (new Swoole\Http\Server('127.0.0.1', 0))->start(); } catch (Throwable $e) { $texts[] = get_class($e) . ': ' . $e->getMessage(); }
            return $response->end(implode("\n", $texts));
        case '/close': $closed = $server->close($fd); return print json_encode([$closed, $response->isWritable(), @$response->end('x'), $server->close($fd + 1000), swoole_last_error()]) . "\n";
        case '/response-close': return print json_encode([$response->close(), @$response->end('x')]) . "\n";
        case '/reset': return print json_encode($server->close($fd, true)) . "\n";
        case '/stop': $response->end((string) getmypid()); return $server->stop();
        case '/reload': $response->end((string) getmypid()); return $server->reload();
        case '/pid': return $response->end((string) getmypid());
        case '/shutdown': $response->end('bye'); return $server->shutdown();
    }
});
function posix_getppid_or($server) { return $server->getManagerPid() === $server->getMasterPid(); }
PHP);
foreach (['/info', '/list', '/stats', '/ids', '/start', '/close', '/response-close', '/reset'] as $target) echo $target, ' ', $server->get($target), "\n";
foreach (['/stop', '/reload'] as $target) {
    $before = $server->get($target);
    do $after = $server->get('/pid'); while ($after === '' || $after === $before);
    echo "$target: another worker\n";
}
echo $server->get('/shutdown'), "\n";
echo $server->stop(0);
?>
--EXPECT--
/info [["server_port","server_fd","socket_fd","socket_type","remote_port","remote_ip","reactor_id","worker_id","connect_time","last_time","last_recv_time","last_send_time","last_dispatch_time","close_errno","recv_queued_bytes","send_queued_bytes"],"127.0.0.1",0,true,true,true,false,false,1005]
/list [true,false,"Swoole\\Server::getClientList(): Argument #2 ($find_count) must be between 1 and 100, 101 given"]
/stats [["start_time","connection_num","abort_count","accept_count","close_count","request_count","response_count","dispatch_count","total_recv_bytes","total_send_bytes","blocking_count","slow_request_count","access_log_lost","tls_handshake_count","tls_resumed_count","tls_failed_count","tls_refused_count","websocket_received","websocket_sent","websocket_errors","websocket_dropped","rooms_lost","spans_sent","spans_dropped","http2_refused_streams","http2_refused_heads","http2_dropped_answers","input_dropped","loop_turn_count","loop_busy_us","http2_flood_resets","http2_flood_pings","http2_flood_settings","http2_flood_empty_frames","http2_flood_window_updates","http2_flood_priorities","http2_flood_continuations","http2_flood_unknown_frames","log_lost","websocket_num","concurrency","worker_num","task_worker_num","user_worker_num","idle_worker_num","task_idle_worker_num","tasking_num","reload_count","last_reload_time","coroutine_num","worker_coroutine_num","worker_request_count","worker_response_count","worker_dispatch_count","worker_concurrency","worker_blocking_count","coroutine_peek_num"],3,1,true]
/ids [0,0,true,true,1,true,true]
/start Swoole\Exception: a server was started in this process already
Swoole\Exception: server is running. unable to create Swoole\Http\Server
/close 
/response-close 
/reset 
/stop: another worker
/reload: another worker
bye
[true,false,false,false,1005]
[true,false]
true
