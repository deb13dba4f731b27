<?php

declare(strict_types=1);

// Before Symfony's own shutdown function, which needs memory that may not be there.
Bugle\ProcessEnd::watch();
