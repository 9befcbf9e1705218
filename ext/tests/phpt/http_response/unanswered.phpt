--TEST--
Response: a callback that neither answers nor detaches is a 500, unless it has set a status
--FILE--
<?php
require __DIR__ . '/../server.inc';

$server = start_server('$server->on("request", function ($request, $response) {
    $response->header("X-Set", "yes");
    match ($request->server["request_uri"]) {
        "/nothing" => null,
        "/status" => $response->status(202),
        "/piece" => $response->write("piece"),
        "/later" => go(function () use ($response) { Co::sleep(0.001); $response->end("later"); }),
        "/kept" => $GLOBALS["kept"] = $response,
        "/freed" => [$GLOBALS["kept"]->header("X-Freed", "yes"), $GLOBALS["kept"] = null, $response->end("freed")],
        "/exit" => exit(),
    };
});');
foreach (['nothing', 'status', 'piece', 'later', 'exit'] as $path) {
    $answer = $server->ask("/$path");
    echo "$path: ", status($answer), str_contains($answer, 'X-Set: yes') ? ', ' : ' without field, ', json_encode(body($answer)), "\n";
}
$kept = $server->connect();
fwrite($kept, request('/kept'));
echo 'freed: ', $server->get('/freed'), "\n";
echo 'kept: ', status(receive($kept)), "\n";
echo $server->stop();
?>
--EXPECT--
nothing: HTTP/1.1 500 Internal Server Error, ""
status: HTTP/1.1 202 Accepted, ""
piece: HTTP/1.1 200 OK, "5\r\npiece\r\n0\r\n\r\n"
later: HTTP/1.1 200 OK, "later"
exit: HTTP/1.1 200 OK, ""
freed: freed
kept: HTTP/1.1 500 Internal Server Error
