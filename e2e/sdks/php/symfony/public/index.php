<?php

declare(strict_types=1);

$kernel = require __DIR__ . '/../bootstrap.php';
$request = Symfony\Component\HttpFoundation\Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
