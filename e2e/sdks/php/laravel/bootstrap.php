<?php

/** A Laravel application on Debian's packages, with Bugle as Composer would load it. */

declare(strict_types=1);

use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Foundation\Application;

require '/usr/share/php/Illuminate/autoload.php';
require_once '/usr/share/php/GuzzleHttp/autoload.php';
if (getenv('BUGLE_AUTOLOAD') !== false) {
    require getenv('BUGLE_AUTOLOAD');
}
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'App\\')) {
        require __DIR__ . '/app/' . strtr(substr($class, 4), '\\', '/') . '.php';
    }
});
foreach (['bootstrap/cache', 'storage/framework/views', 'storage/framework/cache', 'storage/logs'] as $folder) {
    is_dir(__DIR__ . "/$folder") || @mkdir(__DIR__ . "/$folder", 0777, true);
}

$app = new Application(__DIR__);
$app->singleton(HttpKernel::class, App\HttpKernel::class);
$app->singleton(ConsoleKernel::class, App\ConsoleKernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
return $app;
