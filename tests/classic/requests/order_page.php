<?php
// Tells when it began and when it continued after its wait, in nanoseconds.
$began = hrtime(true);
touch(__DIR__ . "/ran-{$_GET['name']}");
if (isset($_GET['door'])) {
    $door = stream_socket_client("tcp://127.0.0.1:{$_GET['door']}");
    fwrite($door, "{$_GET['name']}\n");
    fgets($door);
}
echo $began, ' ', hrtime(true);
