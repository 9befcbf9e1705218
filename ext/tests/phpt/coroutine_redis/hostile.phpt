--TEST--
Coroutine\Redis: what a server says of lengths never ends the process
--INI--
memory_limit=64M
--FILE--
<?php
function attempt(string $name, string $start, string $again = ''): void
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
    go(function () use ($server, $start, $again) {
        $client = stream_socket_accept($server);
        fread($client, 4096);
        @fwrite($client, $start);
        while ($again !== '' && @fwrite($client, $again));
        fclose($client);
    });
    $redis = new Co\Redis();
    $redis->connect('127.0.0.1', $port);
    $reply = $redis->request(['GET', 'k']);
    echo "$name: ", is_string($reply) ? strlen($reply) : json_encode($reply), " $redis->errType $redis->errMsg\n";
}

Co\run(function () {
    foreach (['200000000', '600000000', '9223372036854775807', '9223372036854775808', '99999999999999999999', '-2', '-', '', '1x', '1.5', '0x10'] as $length) {
        attempt("a string of $length", "\$$length\r\n");
        attempt("an array of $length", "*$length\r\n", $length === '200000000' ? str_repeat(":1\r\n", 10000) : '');
    }
    attempt('nested', str_repeat("*1\r\n", 3_000_000));
    attempt('nested as far as allowed', str_repeat("*1\r\n", 64) . ":1\r\n");
    attempt('a line without an end', '+', str_repeat('x', 100_000));
    attempt('a large string', '$10000000' . "\r\n", str_repeat('x', 100_000));
    attempt('many strings', "*1000000\r\n", "\$100000\r\n" . str_repeat('x', 100_000) . "\r\n");
});
echo memory_get_peak_usage() < 60 << 20 ? "in time\n" : "late\n";
?>
--EXPECT--
a string of 200000000: false 5 The reply is larger than package_max_length or memory_limit allows
an array of 200000000: false 5 The reply is larger than package_max_length or memory_limit allows
a string of 600000000: false 5 The reply is larger than package_max_length or memory_limit allows
an array of 600000000: false 3 Connection reset by peer
a string of 9223372036854775807: false 4 This is not Redis: the length "9223372036854775807"
an array of 9223372036854775807: false 4 This is not Redis: the length "9223372036854775807"
a string of 9223372036854775808: false 4 This is not Redis: the length "9223372036854775808"
an array of 9223372036854775808: false 4 This is not Redis: the length "9223372036854775808"
a string of 99999999999999999999: false 4 This is not Redis: the length "99999999999999999999"
an array of 99999999999999999999: false 4 This is not Redis: the length "99999999999999999999"
a string of -2: false 4 This is not Redis: the length "-2"
an array of -2: false 4 This is not Redis: the length "-2"
a string of -: false 4 This is not Redis: the length "-"
an array of -: false 4 This is not Redis: the length "-"
a string of : false 4 This is not Redis: the length ""
an array of : false 4 This is not Redis: the length ""
a string of 1x: false 4 This is not Redis: the length "1x"
an array of 1x: false 4 This is not Redis: the length "1x"
a string of 1.5: false 4 This is not Redis: the length "1.5"
an array of 1.5: false 4 This is not Redis: the length "1.5"
a string of 0x10: false 4 This is not Redis: the length "0x10"
an array of 0x10: false 4 This is not Redis: the length "0x10"
nested: false 4 This is not Redis: more than 64 arrays in each other
nested as far as allowed: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] 0 
a line without an end: false 4 This is not Redis: a line without an end
a large string: 10000000 0 
many strings: false 5 The reply is larger than package_max_length or memory_limit allows
in time
