<?php
header('Content-Type: application/octet-stream');
mt_srand((int) ($_GET['seed'] ?? 1));
for ($left = min(4 << 20, (int) ($_GET['size'] ?? 100000)); $left > 0; $left -= 1000) {
    echo substr(str_repeat(md5((string) mt_rand()), 32), 0, min($left, 1000));
}
