<?php
// Fills the memory of opcache: each turn leaves an old version of the file there.
$file = __DIR__ . '/large.inc';
for ($turn = 0; $turn < 1000 && !opcache_get_status(false)['cache_full']; ++$turn) {
    opcache_invalidate($file, true);
    include $file;
}
echo json_encode(opcache_get_status(false)['cache_full']);
