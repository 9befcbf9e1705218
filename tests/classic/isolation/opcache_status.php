<?php
// What opcache has of the site; null: it is off for this request.
$status = opcache_get_status(true);
echo json_encode(!$status['opcache_enabled'] ? null : ['pid' => getmypid(), 'full' => $status['cache_full'],
    'restarts' => $status['opcache_statistics']['manual_restarts'], 'full_restarts' => $status['opcache_statistics']['oom_restarts'],
    'hits' => array_combine(array_map(basename(...), array_keys($status['scripts'])), array_column($status['scripts'], 'hits'))]);
