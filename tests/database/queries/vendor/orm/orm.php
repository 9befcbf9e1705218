<?php
// orm.php: stands for a package that sends the queries of an application.

namespace Orm;

use PDO;

final class Table
{
    public function __construct(private PDO $db, private string $name)
    {
    }

    public function where(string $column, int $value): array
    {
        $statement = $this->db->prepare("SELECT * FROM $this->name WHERE $column = ?");
        $statement->execute([$value]);
        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }
}
