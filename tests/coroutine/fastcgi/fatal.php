<?php
nothing();
