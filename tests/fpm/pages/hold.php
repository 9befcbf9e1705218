<?php
// Holds its place until the test lets it go on.
touch($_GET['file'] . '.begun');
while (!is_file($_GET['file'] . '.go')) {
    usleep(1000);
}
echo 'held';
