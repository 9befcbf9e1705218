<?php

declare(strict_types=1);

return ['scan' => ['paths' => [BASE_PATH . '/app'], 'ignore_annotations' => ['mixin']]];
