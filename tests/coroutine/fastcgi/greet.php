<?php
echo 'Hello ', $_POST['who'] ?? 'World';
