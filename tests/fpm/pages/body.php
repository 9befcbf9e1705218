<?php
// The size and a checksum of the body, or of the file of a form, which is read in pieces.
$hash = hash_init('crc32b');
$size = hash_update_stream($hash, fopen($_FILES['file']['tmp_name'] ?? 'php://input', 'rb'));
echo json_encode([getmypid(), $size, hash_final($hash), count($_POST)]);
