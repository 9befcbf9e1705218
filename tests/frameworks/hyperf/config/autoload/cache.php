<?php

declare(strict_types=1);

use Hyperf\Cache\Driver\RedisDriver;
use Hyperf\Codec\Packer\PhpSerializerPacker;

return ['default' => ['driver' => RedisDriver::class, 'packer' => PhpSerializerPacker::class, 'prefix' => 'c:', 'skip_cache_results' => []]];
