<?php

/** A Symfony application on Debian's packages, with Bugle as Composer would load it. */

declare(strict_types=1);

require '/usr/share/php/Symfony/Bundle/FrameworkBundle/autoload.php';
require_once '/usr/share/php/Symfony/Bundle/SecurityBundle/autoload.php';
require_once '/usr/share/php/Symfony/Component/Messenger/autoload.php';
require_once '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
require_once '/usr/share/php/Monolog/autoload.php';
if (getenv('BUGLE_AUTOLOAD') !== false) {
    require getenv('BUGLE_AUTOLOAD');
}
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'App\\')) {
        require __DIR__ . '/src/' . strtr(substr($class, 4), '\\', '/') . '.php';
    }
});
Symfony\Component\ErrorHandler\ErrorHandler::register();
return new App\Kernel('prod', false);
