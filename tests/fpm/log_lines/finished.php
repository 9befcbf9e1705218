<?php
error_log('before');
fastcgi_finish_request();
error_log('behind');
