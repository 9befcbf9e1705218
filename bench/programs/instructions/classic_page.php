<?php
echo "ok";
