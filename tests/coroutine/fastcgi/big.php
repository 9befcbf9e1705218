<?php
// 8 MB, or as many as the test wants.
header('Content-Type: application/octet-stream');
for ($i = 0, $pieces = 16 * ($_GET['megabytes'] ?? 8); $i < $pieces; ++$i) {
    echo str_repeat(chr($i % 256), 65536);
}
