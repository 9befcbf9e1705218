<?php
require __DIR__ . '/serve.php';
require_once __DIR__ . '/classes.php';

serve(fn() => 'ok');
