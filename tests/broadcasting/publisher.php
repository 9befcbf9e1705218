<?php
// One call of Pusher's own library: prints what it returns, or the status and the text of the failure.

require __DIR__ . '/../support/server.php';
require given('library') . '/vendor/autoload.php';

$options = ['host' => '127.0.0.1', 'port' => given('port'), 'scheme' => 'http', 'timeout' => 10];
$pusher = new Pusher\Pusher('key', given('secret', 'secret'), 'app', $options);
try {
    $result = $pusher->{given('call')}(...given('arguments'));
} catch (Pusher\ApiErrorException $error) {
    $result = [$error->getCode(), json_decode($error->getMessage())->error];
}
echo json_encode($result);
