<?php

declare(strict_types=1);

// A page with a session of PHP: who visits it, and how often. What it defines and keeps must not be there the next time.
if (isset($seen) || defined('SEEN') || function_exists('seen')) {
    throw new RuntimeException('something of another request is left');
}
session_start();
$seen = $_GET['name'];
define('SEEN', $seen);
$_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
$_SESSION['name'] ??= $seen;
if ($seen !== null) {
    function seen(): string
    {
        return SEEN;
    }
}
header('Content-Type: application/json');
echo json_encode(['name' => $_SESSION['name'], 'seen' => seen(), 'visits' => $_SESSION['visits'], 'cookie' => $_COOKIE['who'] ?? null]);
