<?php

declare(strict_types=1);

// What opcache has counted until now, of all workers.
header('Content-Type: application/json');
echo json_encode(opcache_get_status(false)['opcache_statistics']);
