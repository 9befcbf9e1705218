<?php
// The page by whatever calls serve().
require __DIR__ . '/serve.php';
require __DIR__ . '/site.php';

serve(fn() => site()->handle(new Request('GET', '/'))->body);
