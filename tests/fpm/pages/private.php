<?php
// Only the user of one pool may read this file.
session_start();
$_SESSION['secret'] = 'kept in a session';
const PRIVATE_CODE = 'private code';
echo session_id();
