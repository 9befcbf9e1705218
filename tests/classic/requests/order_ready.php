<?php
// Computes and reads in turns, and never waits: what it reads is there. When it is told to, it ends after 40 ms of this.
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$read = static function () use ($pair): void {
    for ($until = hrtime(true) + 2_000_000; hrtime(true) < $until;);
    fwrite($pair[0], "ready\n");
    fgets($pair[1]);
};
$began = hrtime(true);
$door = stream_socket_client("tcp://127.0.0.1:{$_GET['door']}");
fwrite($door, "ready\n");
stream_set_blocking($door, false);
while (fgets($door) === false) {
    $read();
}
for ($i = 0; $i < 20; $i++) {
    $read();
}
echo $began, ' ', hrtime(true);
