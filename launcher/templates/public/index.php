<?php
// What answers all that is no file in this folder: `tern serve public`. Each worker loads it once, and calls the function for
// any number of requests at a time.
declare(strict_types=1);

require_once __DIR__ . '/../src/App.php';

$app = new App\App();

return $app->handle(...);
