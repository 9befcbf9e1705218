<?php

/** A constant of PDO's driver for MySQL (INIT_COMMAND), by the name that this version of PHP does not deprecate. */
function mysql_attribute(string $name): int
{
    return constant((PHP_VERSION_ID < 80400 ? 'PDO::MYSQL_ATTR_' : 'Pdo\Mysql::ATTR_') . $name);
}
