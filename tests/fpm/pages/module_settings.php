<?php
// What modules make of settings, as JSON. Leaves a session.
session_start();
$_SESSION['a'] = 1;
$has_mbstring = extension_loaded('mbstring');
echo json_encode(['timezone' => date_default_timezone_get(), 'offset' => (int) date('Z'), 'path' => session_save_path(), 'name' => session_name(),
    'mbstring' => $has_mbstring, 'substituted' => $has_mbstring ? mb_convert_encoding("\u{20ac}", 'ASCII', 'UTF-8') : '']);
