--TEST--
Client: packets by length and end mark, big ones, files
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$port = serve(echo_back(...));
$client = new Client(SWOOLE_SOCK_TCP);
$client->set(['open_length_check' => true, 'package_body_offset' => 4, 'package_max_length' => 1 << 20, 'timeout' => 20]);
$client->connect('127.0.0.1', $port);
$packet = pack('N', 60000) . str_repeat('0123456789', 6000);
$client->send($packet . $packet . pack('N', 0));
var_dump($client->recv() === $packet, $client->recv(10) === $packet, $client->recv() === pack('N', 0));
$file = tempnam(sys_get_temp_dir(), 'tern');
file_put_contents($file, 'head' . $packet . 'tail');
var_dump($client->sendfile($file, 4, strlen($packet)), $client->recv() === $packet);
unlink($file);
var_dump($client->sendfile($file), $client->errCode);
$client->set(['open_length_check' => false, 'open_eof_check' => true, 'package_eof' => ';']);
$client->send('one;two;');
var_dump($client->recv(), $client->recv());
$client->set(['package_max_length' => 10]);
$client->send('much too long;');
var_dump($client->recv(), $client->errCode === SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(2)
string(4) "one;"
string(4) "two;"
bool(false)
bool(true)
