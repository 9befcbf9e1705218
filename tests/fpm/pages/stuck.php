<?php
// Computes within one call of a function of PHP, which nothing can interrupt, for longer than any test takes.
touch("$_GET[until].begun");
hash_pbkdf2('sha512', 'password', 'salt', 2_000_000_000);
