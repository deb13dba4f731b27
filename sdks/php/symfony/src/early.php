<?php

declare(strict_types=1);

// Watches for the end of the process before Symfony's own shutdown function, which needs memory that may not be there.
Bugle\ProcessEnd::watch();
