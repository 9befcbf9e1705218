<?php

declare(strict_types=1);

// conf/local.php of a DokuWiki for tests/classic/applications/dokuwiki_users.py.
$conf['title'] = 'Gulls';
$conf['license'] = 'cc-by-sa';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
