<?php
echo ini_get($_GET["name"]), "|", ini_set($_GET["name"], $_GET["value"]) === false ? "fixed" : "changed";
