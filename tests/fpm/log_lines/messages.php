<?php
error_log('first');
error_log('second');
error_log('third');
