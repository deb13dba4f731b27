<?php

/** The words of the shop, as sentry/sentry spells them. It has no feedback and no attachments. */

declare(strict_types=1);

use Sentry\MonitorConfig;
use Sentry\MonitorSchedule;
use Sentry\MonitorScheduleUnit;
use Sentry\Severity;
use Sentry\State\Scope;

use function Sentry\addBreadcrumb;
use function Sentry\captureException;
use function Sentry\captureMessage;
use function Sentry\configureScope;
use function Sentry\init;
use function Sentry\withMonitor;

init([
    'dsn' => getenv('DSN'),
    'release' => 'shop@4.2.0',
    'environment' => 'staging',
    'http_timeout' => 60,
    'http_connect_timeout' => 60,
    // Otherwise a recording would hold the name of the machine.
    'server_name' => 'shop-1',
]);

return new class {
    public function identify(string $id): void
    {
        configureScope(static fn (Scope $scope) => $scope->setUser(['id' => $id]));
    }

    public function tag(string $name, string $value): void
    {
        configureScope(static fn (Scope $scope) => $scope->setTag($name, $value));
    }

    public function context(string $name, array $facts): void
    {
        configureScope(static fn (Scope $scope) => $scope->setContext($name, $facts));
    }

    public function crumb(string $category, string $message): void
    {
        addBreadcrumb($category, $message);
    }

    public function capture(Throwable $error, array $file): void
    {
        captureException($error);
    }

    public function feedback(string $message, array $person): void
    {
    }

    public function say(string $message): void
    {
        captureMessage($message, Severity::warning());
    }

    public function monitorByCrontab(
        string $slug,
        string $crontab,
        string $timezone,
        int $margin,
        int $maxRuntime,
        callable $job,
    ): void {
        withMonitor($slug, $job, new MonitorConfig(MonitorSchedule::crontab($crontab), $margin, $maxRuntime, $timezone));
    }

    public function monitorByHours(string $slug, int $hours, callable $job): void
    {
        withMonitor($slug, $job, new MonitorConfig(MonitorSchedule::interval($hours, MonitorScheduleUnit::hour())));
    }
};
