<?php
// Answers every request alike, as a SOAP server would.
require __DIR__ . '/../support/server.php';

const ANSWER = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><r><a>hello</a></r></e:Body></e:Envelope>';
$server = http_server();
$server->on('request', function ($request, $response) {
    $response->header('Content-Type', 'text/xml');
    $response->end(ANSWER);
});
run();
