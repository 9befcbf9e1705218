<?php
// Uses code of another file, which opcache caches.
require_once __DIR__ . '/numbered.php';
echo (new Numbered((int) $_GET['number']))->name();
