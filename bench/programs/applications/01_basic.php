<?php
require __DIR__ . '/serve.php';

serve(fn() => 'ok');
