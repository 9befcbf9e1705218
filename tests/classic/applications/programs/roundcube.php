<?php

declare(strict_types=1);

// The settings of Roundcube, without the addresses of its database and its mail.
$config = [
    'db_dsnw' => 'mysql://site:PASSWORD@127.0.0.1:DATABASE', 'imap_host' => '127.0.0.1:IMAP', 'des_key' => 'twenty-four-characters..',
    'smtp_host' => '', 'plugins' => [], 'log_dir' => 'FOLDER/log/', 'temp_dir' => 'FOLDER/temporary/', 'username_domain' => 'example.com'];
