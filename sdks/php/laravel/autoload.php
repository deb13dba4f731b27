<?php

/** Loads the classes of `Bugle\Laravel\` for programs without Composer, and those of the client beside it. */

declare(strict_types=1);

$client = is_dir(__DIR__ . '/../core') ? '/../core' : '/../bugle-php';
require_once __DIR__ . $client . '/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, 14), '\\', '/') . '.php';
    if (strncmp($class, 'Bugle\\Laravel\\', 14) === 0 && is_file($file)) {
        require $file;
    }
});

require_once __DIR__ . '/src/early.php';
