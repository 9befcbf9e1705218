<?php usleep(600000);
