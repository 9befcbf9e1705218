--TEST--
Tern\server_options(): names are unique, rows are complete, defaults are within their limits
--FILE--
<?php
$seen = [];
foreach (Tern\server_options() as $option) {
    foreach ([$option['name'], ...$option['aliases']] as $name) {
        if (isset($seen[$name])) echo "$name twice\n";
        if (!preg_match('/^[a-z0-9_]+$/', $name)) echo "$name is no name\n";
        $seen[$name] = true;
    }
    if (!$option['supported']) continue;
    if (!str_ends_with($option['doc'], '.')) echo "{$option['name']}: no sentence\n";
    if ($option['least'] !== null && $option['default'] < $option['least']) echo "{$option['name']}: too small\n";
    if ($option['most'] !== null && $option['default'] > $option['most']) echo "{$option['name']}: too large\n";
}
$needed = 'worker_num max_request max_conn max_connection max_concurrency worker_max_concurrency max_wait_time reload_async
    daemonize pid_file user group chroot log_file log_level log_rotation log_date_format log_date_with_microseconds backlog
    enable_reuse_port open_tcp_nodelay open_tcp_keepalive tcp_keepidle tcp_keepinterval tcp_keepcount tcp_defer_accept
    tcp_user_timeout tcp_fastopen heartbeat_check_interval heartbeat_idle_time max_idle_time socket_buffer_size
    kernel_socket_recv_buffer_size kernel_socket_send_buffer_size buffer_high_watermark buffer_low_watermark
    package_max_length input_buffer_size buffer_input_size output_buffer_size buffer_output_size open_cpu_affinity
    cpu_affinity_ignore batch_scheduling upload_tmp_dir upload_max_filesize http_parse_cookie http_parse_post http_parse_files
    open_http_protocol enable_coroutine max_coroutine max_coro_num hook_flags hook_files reactor_num dispatch_mode
    access_log access_log_format server_header http_body_min_rate http_keepalive_requests request_timeout
    max_request_execution_time send_timeout http_header_timeout http_body_timeout http_keepalive_timeout
    http_header_max_size http_header_max_count http_target_max_size http_body_memory_size http_max_parts
    ssl_cert_file task_worker_num document_root open_websocket_protocol http_compression
    db_connections db_connections_timeout db_connections_min db_shared_queries db_multiplex db_queries slow_query_ms tracing_raw_queries';
foreach (preg_split('/\s+/', $needed) as $name) {
    if (!isset($seen[$name])) echo "$name is missing\n";
}
echo "done\n";
?>
--EXPECT--
done
