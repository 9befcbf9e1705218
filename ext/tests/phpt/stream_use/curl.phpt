--TEST--
Streams: curl gets the file of a stream in which another coroutine waits
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/cases.inc';
use Swoole\Coroutine;

$path = __DIR__ . '/curl.tmp';
$set = [
    'curl_setopt' => fn($curl, $file) => curl_setopt($curl, CURLOPT_FILE, $file),
    'curl_setopt_array' => fn($curl, $file) => curl_setopt_array($curl, [CURLOPT_FILE => $file]),
];
foreach ($set as $name => $call) {
    $cases[$name] = function () use ($path, $call) {
        [$here, $there] = pair();
        $file = fopen($path, 'w');
        $copies = go(fn() => show('stream_copy_to_stream', stream_copy_to_stream($here, $file)));
        $curl = curl_init('file://' . __DIR__ . '/curl.phpt');
        show('set', $call($curl, $file));
        fclose($there);
        Coroutine::join([$copies]);
        show('curl_exec', curl_exec($curl), fclose($file), file_get_contents($path) === file_get_contents(__DIR__ . '/curl.phpt'));
    };
}
run($cases);
?>
--CLEAN--
<?php unlink(__DIR__ . '/curl.tmp'); ?>
--EXPECT--
-- curl_setopt
set: true
stream_copy_to_stream: 0
curl_exec: true true true
-- curl_setopt_array
set: true
stream_copy_to_stream: 0
curl_exec: true true true
