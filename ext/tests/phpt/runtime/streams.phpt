--TEST--
Runtime: streams wait as they always did, and others run meanwhile: accept, connect, fgets, select, time limits
--FILE--
<?php
Co\run(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    $server = go(function () use ($listener) {
        while ($client = @stream_socket_accept($listener, 60)) {
            go(function () use ($client) { while (($line = fgets($client)) !== false) fwrite($client, strrev(trim($line)) . "\n"); });
        }
        echo "no more clients\n";
    });
    $ended = [];
    foreach (['abc', 'def'] as $word) {
        $ended[] = go(function () use ($word, $address) {
            $stream = stream_socket_client("tcp://$address");
            for ($i = 0; $i < 3; $i++) {
                fwrite($stream, "$word$i\n");
                echo trim(fgets($stream)), ' ';
            }
            stream_set_timeout($stream, 0, 2000);
            var_dump(fgets($stream), stream_get_meta_data($stream)['timed_out'], feof($stream));
            stream_set_blocking($stream, false);
            var_dump(fgets($stream));
        });
    }
    Co::join($ended);
    $stream = stream_socket_client("tcp://$address");
    $read = [$stream];
    $none = null;
    var_dump(stream_select($read, $none, $none, 0, 1000), $read);
    go(function () use ($stream) { fwrite($stream, "written by another\n"); echo "written "; });
    $read = [$stream];
    $write = [$stream];
    var_dump(stream_select($read, $none, $none, 5), count($read));
    echo fgets($stream);
    var_dump(stream_select($none, $write, $none, 5));
    Co::cancel($server);
});
?>
--EXPECT--
0cba 0fed 1cba 1fed 2cba 2fed bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
int(0)
array(0) {
}
written int(1)
int(1)
rehtona yb nettirw
int(1)
no more clients
