<?php

declare(strict_types=1);

return ['locale' => 'en', 'fallback_locale' => 'en', 'path' => BASE_PATH . '/languages'];
