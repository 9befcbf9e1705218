<?php
// Resets opcache with ?reset; how often that has happened.
isset($_GET['reset']) && opcache_reset();
echo opcache_get_status(false)['opcache_statistics']['manual_restarts'];
