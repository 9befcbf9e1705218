<?php
// common.php: what the servers of this folder have in common, whatever their database is. A path is the name of a function.

require __DIR__ . '/../support/server.php';

// What a test waits for, or lets go: a file in a folder of its own.
function await_file(string $name): void
{
    while (!file_exists(given('folder') . "/$name")) {
        usleep(2000);
        clearstatcache();
    }
}

function on_report(): array
{
    $names = ['tern_pool_connections', 'tern_pool_idle_connections', 'tern_pool_used_connections', 'tern_pool_waiting',
        'tern_db_connections_pinned', 'tern_db_connections_made_total', 'tern_db_connections_reused_total', 'tern_db_connections_closed_total',
        'tern_db_connections_waits_total', 'tern_db_connections_timeouts_total', 'tern_db_connections_recalled_total', 'tern_db_shared_queries_total'];
    $report = [];
    foreach (Tern\Metrics::collect() as $name => $family) {
        if (in_array($name, $names, true)) {
            foreach ($family['samples'] as $sample) {
                $report[$name . ($sample['labels']['reason'] ?? '')] = $sample['value'];
            }
        }
    }
    return $report;
}

// `$prepare` gets the server.
function serve_functions(?callable $prepare = null): never
{
    $server = $GLOBALS['server'] = http_server();
    $prepare && $prepare($server);
    $server->on('request', function ($request, $response) {
        $function = 'on_' . trim($request->server['path_info'], '/');
        $response->end(json_encode($function($request), JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR));
    });
    run();
}
