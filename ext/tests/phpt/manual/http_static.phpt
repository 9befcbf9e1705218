--TEST--
The manual's static handler: files of document_root, the rest goes to the program
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$root = tempnam(sys_get_temp_dir(), 'tern-root-');
unlink($root);
mkdir("$root/static/sub", 0777, true);
file_put_contents("$root/static/page.html", '<p>page</p>');
file_put_contents("$root/static/sub/index.html", 'index');
$program = start_program(function () use ($root) {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set([
        'worker_num' => 1,
        'document_root' => $root,
        'enable_static_handler' => true,
        'static_handler_locations' => ['/static'],
        'http_index_files' => ['index.html', 'index.txt'],
        'http_autoindex' => true,
    ]);
    $http->on('request', fn ($request, $response) => $response->end("program: {$request->server['request_uri']}"));
    return $http;
});
echo $program->get('/static/page.html'), "\n", $program->get('/static/sub/'), "\n", $program->get('/other'), "\n";
echo strtok($program->request('/static/none'), "\n"), "\n";
echo str_contains($program->get('/static/'), 'page.html') ? "a listing\n" : "no listing\n";
$head = $program->request('/static/page.html');
preg_match('/^Last-Modified: (.*)$/m', $head, $match);
echo strtok($program->request('/static/page.html', 'GET', ['If-Modified-Since' => $match[1]]), "\n"), "\n";
$program->stop();
foreach (['static/sub/index.html', 'static/page.html'] as $name) unlink("$root/$name");
foreach (['/static/sub', '/static', ''] as $name) rmdir($root . $name);
?>
--EXPECT--
<p>page</p>
index
program: /other
HTTP/1.1 404 Not Found
a listing
HTTP/1.1 304 Not Modified
