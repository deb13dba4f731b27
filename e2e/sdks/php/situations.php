<?php

/**
 * Creates the situations of conformance/events with the PHP SDK; events of the n-th go to `<endpoint>/<n>`. For the
 * endpoint `-`, where there are no sockets, they are printed instead, one a line: path, tab, JSON.
 *
 * Usage: php situations.php <autoload.php> <situations.json> <endpoint>
 */

declare(strict_types=1);

use Bugle\Bugle;
use Bugle\Client;
use Bugle\Scope;
use Bugle\Transport\Transport;

[, $autoload, $file, $endpoint] = $argv;
require $autoload;

$printer = $endpoint !== '-' ? null : new class implements Transport {
    public function send(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $path = dirname((string) parse_url($url, PHP_URL_PATH));
        return array_map(static function (string $body) use ($path): array {
            echo "$path\t$body\n";
            return ['status' => 202, 'retryAfter' => null, 'body' => ''];
        }, $bodies);
    }
};

/** Errors of JavaScript that the situations name and PHP does not have. */
class RangeError extends Error
{
}

class SyntaxError extends Error
{
}

/** Creates a described error; its fields are set as a library would, from within the class. */
function errorOf(array $described): Throwable
{
    $causes = $described['causes'] ?? [];
    $first = array_shift($causes);
    $previous = $first === null ? null : errorOf(['causes' => $causes] + $first);
    $error = new $described['type']($described['message'], 0, $previous);
    foreach ($described['fields'] ?? [] as $name => $value) {
        if ($name === 'code') {
            (new ReflectionProperty(Error::class, 'code'))->setValue($error, $value);
        } else {
            @$error->{$name} = $value;
        }
    }
    return $error;
}

function report(array $situation): void
{
    if (isset($situation['text'])) {
        Bugle::captureMessage($situation['text'], $situation['level'] ?? null);
        return;
    }
    $hint = array_intersect_key($situation, ['mechanism' => 0]);
    if (isset($situation['screenshot_bytes'])) {
        $hint['screenshot'] = str_repeat('x', $situation['screenshot_bytes']);
    }
    Bugle::captureException(isset($situation['error']) ? errorOf($situation['error']) : $situation['thrown'], $hint);
}

foreach (json_decode(file_get_contents($file), true) as $at => ['situation' => $situation]) {
    $own = ['storeDirectory' => false, 'sourceLines' => false, 'exitTimeoutMs' => 60_000];
    $options = $own + ($situation['options'] ?? []) + [
        'token' => 'bgl_live_x',
        'endpoint' => $printer === null ? "$endpoint/$at" : "http://printer/$at",
        'appId' => 'com.example.shop',
    ];
    if ($printer === null) {
        Bugle::init($options);
    } else {
        Bugle::use(new Client($options, $printer));
    }
    Bugle::withScope(function (Scope $scope) use ($situation): void {
        $given = ($situation['scope'] ?? []) + ['tags' => [], 'contexts' => [], 'extra' => []];
        if (isset($given['user'])) {
            Bugle::setUser($given['user']);
        }
        Bugle::setTags($given['tags']);
        foreach ($given['contexts'] as $name => $facts) {
            Bugle::setContext($name, $facts);
        }
        foreach ($given['extra'] as $name => $value) {
            Bugle::setExtra($name, $value);
        }
        $scope->setLevel($given['level'] ?? null);
        $scope->setFingerprint($given['fingerprint'] ?? null);
        foreach ($situation['breadcrumbs'] ?? [] as $breadcrumb) {
            Bugle::addBreadcrumb($breadcrumb);
        }
        for ($i = 0; $i < ($situation['times'] ?? 1); $i += 1) {
            report($situation);
        }
    });
    Bugle::close();
}
