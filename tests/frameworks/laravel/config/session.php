<?php

return [
    // routes/console.php deletes old sessions: in requests that can be a deadlock of the database.
    'lottery' => [0, 100],
];
