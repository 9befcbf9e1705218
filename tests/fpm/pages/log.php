<?php
error_log('first');
error_log('second', 4);
echo 'logged', $undefined ?? '';
trigger_error('careful', E_USER_WARNING);
