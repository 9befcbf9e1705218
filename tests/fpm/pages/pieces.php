<?php
// A large page, part of which is flushed before.
echo 'begin ';
flush();
echo str_repeat('0123456789', (int) $_GET['count']);
