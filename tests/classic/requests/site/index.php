<?php
echo json_encode($_SERVER);
