<?php
throw new LogicException('outer', 1, new RuntimeException('inner'));
