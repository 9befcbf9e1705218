<?php
// serve.php: serves an application, for queries_test.py and pgsql_queries_test.py. A path is the name of a function.

require __DIR__ . '/../../support/server.php';

function on_metrics(): array
{
    $report = [];
    foreach (Tern\Metrics::collect() as $name => $family) {
        if (str_starts_with($name, 'tern_db_')) {
            foreach ($family['samples'] as $sample) {
                $report[$name . implode(',', $sample['labels'])] = $sample['value'];
            }
        }
    }
    return $report;
}

function serve_application(): never
{
    $server = $GLOBALS['server'] = http_server();
    $server->on('request', function ($request, $response) {
        $function = 'on_' . trim($request->server['path_info'], '/');
        $response->end(json_encode($function($request), JSON_THROW_ON_ERROR));
    });
    run();
}
