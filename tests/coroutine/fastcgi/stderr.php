<?php
error_log('something to report');
echo 'output';
