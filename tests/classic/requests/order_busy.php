<?php
// Keeps the worker busy, without a wait, until it is told to end.
touch(__DIR__ . '/busy');
while (!file_exists(__DIR__ . '/end')) {
    clearstatcache();
}
