<?php
echo is_file($_GET['file']) ? 'yes' : 'no';
