<?php

/**
 * Prints the CPU cost of the PHP SDK as JSON, in microseconds: loading and `init`, the first error with two causes and
 * sixteen frames, each further one, a breadcrumb.
 *
 * Usage: php cost.php <autoload.php>
 */

declare(strict_types=1);

function cpu(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] * 1e6 + $usage['ru_utime.tv_usec']
        + $usage['ru_stime.tv_sec'] * 1e6 + $usage['ru_stime.tv_usec'];
}

function fail(int $depth, string $message): never
{
    if ($depth > 0) {
        fail($depth - 1, $message);
    }
    try {
        throw new LogicException("inner $message");
    } catch (LogicException $cause) {
        throw new DomainException($message, 7, $cause);
    }
}

function errorOf(string $message): Throwable
{
    try {
        fail(13, $message);
    } catch (Throwable $error) {
        return $error;
    }
}

$errors = array_map(static fn (int $i): Throwable => errorOf('failure ' . $i), range(0, 200));
$memory = memory_get_usage();
$began = cpu();
require $argv[1];
Bugle\Bugle::init([
    'token' => 'bgl_live_x', 'endpoint' => 'http://127.0.0.1:1', 'appId' => 'com.example.shop', 'send' => 'spool',
    'storeDirectory' => false, 'maxQueue' => 1000, 'projectRoot' => __DIR__,
]);
$result = ['init' => cpu() - $began, 'init_bytes' => memory_get_usage() - $memory];
$began = cpu();
Bugle\Bugle::captureException($errors[0]);
$result['first'] = cpu() - $began;
$began = cpu();
for ($i = 1; $i <= 100; $i += 1) {
    Bugle\Bugle::captureException($errors[$i]);
}
$result['further'] = (cpu() - $began) / 100;
$began = cpu();
for ($i = 0; $i < 20_000; $i += 1) {
    Bugle\Bugle::addBreadcrumb(['category' => 'query', 'message' => 'select * from orders where id = ?']);
}
$result['breadcrumb'] = (cpu() - $began) / 20_000;
Bugle\Bugle::use(null);
echo json_encode($result), "\n";
