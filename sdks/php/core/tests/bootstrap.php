<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/RecordingTransport.php';
require __DIR__ . '/RecordsEvents.php';
require __DIR__ . '/CountsSessions.php';
// Debian's packages.
require '/usr/share/php/Monolog/autoload.php';
require '/usr/share/php/Illuminate/autoload.php';
require '/usr/share/php/Symfony/Component/Messenger/autoload.php';
require '/usr/share/php/Symfony/Component/EventDispatcher/autoload.php';
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
require '/usr/share/php/Doctrine/DBAL/autoload.php';
require '/usr/share/php/GuzzleHttp/autoload.php';
require_once '/usr/share/php/Symfony/Component/Cache/autoload.php';
require_once '/usr/share/php/Symfony/Component/Console/autoload.php';
require_once '/usr/share/php/Symfony/Component/HttpKernel/autoload.php';
require __DIR__ . '/../../laravel/autoload.php';
require __DIR__ . '/../../symfony/autoload.php';
