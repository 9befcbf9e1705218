<?php

declare(strict_types=1);

// members FOLDER URL COUNT PASSWORD: installs WordPress, whose wp-config.php is there, with this many members, member1 and so on, and
// a post of each. Prints the numbers of the posts.
[, $folder, $url, $count, $password] = $argv;
define('WP_INSTALLING', true);
define('WP_SITEURL', $url);
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
require "{$folder}/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Members', 'owner', 'owner@example.com', true, '', $password);
foreach (['comment_previously_approved', 'comments_notify', 'moderation_notify', 'show_avatars'] as $option) {
    update_option($option, '0');
}
$posts = [];
for ($number = 1; $number <= (int) $count; ++$number) {
    $name = "member{$number}";
    $user = wp_insert_user(['user_login' => $name, 'user_pass' => $password, 'user_email' => "{$name}@example.com", 'role' => 'author']);
    $posts[] = wp_insert_post(['post_author' => $user, 'post_title' => "Of {$name}", 'post_content' => "This is {$name}'s.", 'post_status' => 'publish']);
}
echo "\n" . implode(' ', $posts);
