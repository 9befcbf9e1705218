<?php
// Writes more than connections hold before it reads.
header('Content-Type: text/plain');
echo str_repeat('o', 4 << 20);
flush();
echo ' ', strlen(file_get_contents('php://input'));
