<?php

declare(strict_types=1);

// A plugin of WordPress for many members who write at the same time.
add_filter('comment_flood_filter', '__return_false', 100);
add_filter('wp_is_comment_flood', '__return_false', 100);
