<?php

/**
 * Loads the classes of `Bugle\` for programs without Composer: `require '/path/to/bugle-php/autoload.php';`
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, 6), '\\', '/') . '.php';
    if (strncmp($class, 'Bugle\\', 6) === 0 && is_file($file)) {
        require $file;
    }
});
