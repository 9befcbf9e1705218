<?php

declare(strict_types=1);

// WordPress's own place for another database class: each query takes 20 ms more.
require_once ABSPATH . WPINC . '/class-wpdb.php';
$wpdb = new class (DB_USER, DB_PASSWORD, DB_NAME, DB_HOST) extends wpdb {
    public function query($query)
    {
        $this->dbh && mysqli_query($this->dbh, 'DO SLEEP(0.02)');
        return parent::query($query);
    }
};
