<?php
phpinfo(INFO_GENERAL);
