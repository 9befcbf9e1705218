<?php
$status = fpm_get_status();
echo json_encode($status);
