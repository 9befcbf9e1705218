<?php
// HttpArena's BenchmarkService: GetSum, and StreamSum of the retired profiles. h2c on 8080, TLS on 8443; for tests elsewhere.
$ports = array_map(intval(...), explode(',', getenv('ARENA_PORTS') ?: '8080,8443'));
$certificates = getenv('ARENA_CERTS') ?: '/certs';

/** @return array<int, int> the numbers of a message of integers, by their fields */
function read_message(string $bytes): array
{
    $found = [];
    for ($at = 0, $size = strlen($bytes); $at < $size;) {
        $pair = [];
        foreach (['key', 'value'] as $part) {
            $number = $shift = 0;
            do {
                $byte = ord($bytes[$at++] ?? "\0");
                $number |= ($byte & 0x7f) << $shift;
                $shift += 7;
            } while ($byte > 0x7f && $shift < 64);
            $pair[$part] = $number;
        }
        $found[$pair['key'] >> 3] = ($pair['value'] & 0xffffffff ^ 0x80000000) - 0x80000000;  // an int32
    }
    return $found;
}

/** A SumReply in the frame that gRPC has for a message. */
function reply(int $sum): string
{
    $message = '';
    if ($sum !== 0) {
        $message = "\x08";
        for ($rest = $sum, $more = true; $more;) {
            $byte = $rest & 0x7f;
            $rest = ($rest >> 7) & 0x1ffffffffffffff;
            $more = $rest !== 0;
            $message .= chr($more ? $byte | 0x80 : $byte);
        }
    }
    return pack('CN', 0, strlen($message)) . $message;
}

$handle = function (Swoole\Http\Request $request, Swoole\Http\Response $response): void {
    $asked = read_message(substr((string) $request->getContent(), 5));
    $sum = ($asked[1] ?? 0) + ($asked[2] ?? 0);
    $response->header('content-type', 'application/grpc');
    $response->trailer('grpc-status', '0');
    switch ($request->server['request_uri']) {
        case '/benchmark.BenchmarkService/GetSum':
            $response->end(reply($sum));
            return;
        case '/benchmark.BenchmarkService/StreamSum':
            for ($i = 0, $count = $asked[3] ?? 0; $i < $count; ++$i) {
                $response->write(reply($sum + $i));
            }
            $response->end();
            return;
    }
    $response->trailer('grpc-status', '12');  // UNIMPLEMENTED
    $response->end();
};

$server = new Swoole\Http\Server('0.0.0.0', $ports[0]);
$server->set(['worker_num' => swoole_cpu_num(), 'open_http2_protocol' => true, 'http_compression' => false]);
$server->on('request', $handle);
if (is_readable("$certificates/server.crt")) {
    $port = $server->listen('0.0.0.0', $ports[1], SWOOLE_SOCK_TCP | SWOOLE_SSL) ?: exit(1);
    $port->set(['open_http_protocol' => true, 'open_http2_protocol' => true, 'ssl_cert_file' => "$certificates/server.crt",
        'ssl_key_file' => "$certificates/server.key"]);
    $port->on('request', $handle);
}
$server->start();
