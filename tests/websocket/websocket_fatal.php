<?php
// The program of websocket_events.php, and a message that ends its worker.

function on_fatal()
{
    ini_set('memory_limit', '8M');
    str_repeat('x', 1 << 25);
}

require __DIR__ . '/websocket_events.php';
