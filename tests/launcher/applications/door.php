<?php
// A handler tells its name to the test, and goes on when the test lets it.
function wait_at_door(string $name): string
{
    $door = stream_socket_client('tcp://127.0.0.1:' . getenv('TERN_TEST_DOOR'));
    fwrite($door, "$name\n");
    return trim(fgets($door));
}
