<?php

/** The words of the shop, as our SDK spells them. */

declare(strict_types=1);

use Bugle\Bugle;

Bugle::init([
    'token' => getenv('TOKEN'),
    'endpoint' => getenv('ENDPOINT'),
    'appId' => 'com.example.shop',
    'release' => 'shop@4.2.0',
    'dist' => '7',
    'environment' => 'staging',
    'storeDirectory' => getenv('STORE'),
    // A loaded machine takes longer than the default.
    'exitTimeoutMs' => 60_000,
]);

return new class {
    public function identify(string $id): void
    {
        Bugle::setUser(['id' => $id]);
    }

    public function tag(string $name, string $value): void
    {
        Bugle::setTag($name, $value);
    }

    public function context(string $name, array $facts): void
    {
        Bugle::setContext($name, $facts);
    }

    public function crumb(string $category, string $message): void
    {
        Bugle::addBreadcrumb(['category' => $category, 'message' => $message]);
    }

    public function capture(Throwable $error, array $file): void
    {
        Bugle::captureException($error, ['attachments' => [$file]]);
    }

    public function feedback(string $message, array $person): void
    {
        Bugle::captureFeedback($message, $person);
    }

    public function say(string $message): void
    {
        Bugle::captureMessage($message, 'warning');
    }

    public function monitorByCrontab(
        string $slug,
        string $crontab,
        string $timezone,
        int $margin,
        int $maxRuntime,
        callable $job,
    ): void {
        $limits = ['marginMinutes' => $margin, 'maxRuntimeMinutes' => $maxRuntime];
        Bugle::withMonitor($slug, $job, ['schedule' => $crontab, 'timezone' => $timezone] + $limits);
    }

    public function monitorByHours(string $slug, int $hours, callable $job): void
    {
        Bugle::withMonitor($slug, $job, "every $hours hours");
    }
};
