<?php

declare(strict_types=1);

use Hyperf\Contract\ApplicationInterface;
use Hyperf\Di\ClassLoader;
use Hyperf\Engine\DefaultOption;

error_reporting(E_ALL);
define('BASE_PATH', dirname(__DIR__));
require BASE_PATH . '/vendor/autoload.php';
define('SWOOLE_HOOK_FLAGS', DefaultOption::hookFlags());

ClassLoader::init();
$container = require BASE_PATH . '/config/container.php';
$container->get(ApplicationInterface::class)->run();
