<?php

/**
 * Prints the CPU cost of an SDK in this process as JSON, in microseconds: loading and `init`, the first error with two
 * causes and sixteen frames, each further one, a breadcrumb. Nothing is sent; each event is serialized.
 *
 * Usage: php cost.php <bugle | sentry> <autoload.php> [<files.json>]
 *
 * The files are compiled into opcache's shared memory first, where the workers of PHP-FPM find them.
 */

declare(strict_types=1);

use Sentry\HttpClient\HttpClientInterface;
use Sentry\HttpClient\Request;
use Sentry\HttpClient\Response;

[, $sdk, $autoload] = $argv;

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

function initBugle(): void
{
    Bugle\Bugle::init([
        'token' => 'bgl_live_x', 'endpoint' => 'http://127.0.0.1:1', 'appId' => 'com.example.shop', 'send' => 'store',
        'storeDirectory' => false, 'maxQueue' => 1000, 'projectRoot' => __DIR__,
    ]);
}

function initSentry(): void
{
    Sentry\init([
        'dsn' => 'http://key@127.0.0.1:1/1',
        'in_app_include' => [__DIR__],
        'http_client' => new class implements HttpClientInterface {
            public function sendRequest(Request $request, Sentry\Options $options): Response
            {
                return new Response(200, [], '');
            }
        },
    ]);
}

foreach (isset($argv[3]) ? json_decode((string) file_get_contents($argv[3]), true) : [] as $file) {
    // A compiled function is declared, and could not be again.
    if (basename($file) !== 'functions.php') {
        opcache_compile_file($file);
    }
}
$errors = array_map(static fn (int $i): Throwable => errorOf('failure ' . $i), range(0, 200));
$capture = $sdk === 'bugle' ? 'Bugle\Bugle::captureException' : 'Sentry\captureException';
$memory = memory_get_usage();
$began = cpu();
require $autoload;
$sdk === 'bugle' ? initBugle() : initSentry();
$result = ['init' => cpu() - $began, 'init_bytes' => memory_get_usage() - $memory];
$began = cpu();
$capture($errors[0]);
$result['first'] = cpu() - $began;
$result['files'] = count(get_included_files()) - 1;
$began = cpu();
for ($i = 1; $i <= 100; $i += 1) {
    $capture($errors[$i]);
}
$result['further'] = (cpu() - $began) / 100;
$began = cpu();
for ($i = 0; $i < 20_000; $i += 1) {
    if ($sdk === 'bugle') {
        Bugle\Bugle::addBreadcrumb(['category' => 'query', 'message' => 'select * from orders where id = ?']);
    } else {
        Sentry\addBreadcrumb('query', 'select * from orders where id = ?');
    }
}
$result['breadcrumb'] = (cpu() - $began) / 20_000;
$result['loaded'] = array_values(array_diff(get_included_files(), [__FILE__]));
if ($sdk === 'bugle') {
    Bugle\Bugle::use(null);
}
echo json_encode($result), "\n";
