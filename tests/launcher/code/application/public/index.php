<?php

use Shop\Shop;

require __DIR__ . '/../vendor/autoload.php';

return function (array $context): Shop {
    return new Shop();
};
