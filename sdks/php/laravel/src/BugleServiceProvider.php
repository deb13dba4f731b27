<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Bugle;
use Bugle\Client;
use Bugle\ErrorLog;
use Bugle\Options;
use Bugle\Transport\Transport;
use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Support\ServiceProvider;

/**
 * Makes everything report once the three lines of `.env` are there: requests, jobs, schedules and commands. It only
 * wires; a class per concern watches.
 */
final class BugleServiceProvider extends ServiceProvider
{
    /** Names of Laravel's configuration and of the client's options, where they differ by more than spelling. */
    private const OPTIONS = [
        'token' => 'token', 'endpoint' => 'endpoint', 'app_id' => 'appId', 'enabled' => 'enabled',
        'release' => 'release', 'environment' => 'environment', 'dist' => 'dist', 'tags' => 'tags',
        'sample_rate' => 'sampleRate', 'ignore_errors' => 'ignoreErrors', 'before_send' => 'beforeSend',
        'before_breadcrumb' => 'beforeBreadcrumb', 'fingerprint' => 'fingerprint',
        'max_breadcrumbs' => 'maxBreadcrumbs', 'max_queue' => 'maxQueue', 'error_fields' => 'errorFields',
        'scrub_keys' => 'scrubKeys', 'store_directory' => 'storeDirectory', 'exit_timeout_ms' => 'exitTimeoutMs',
        'source_lines' => 'sourceLines', 'project_root' => 'projectRoot', 'send' => 'send',
        'finish_request' => 'finishRequest', 'sessions' => 'sessions', 'debug' => 'debug',
    ];

    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__ . '/../config/bugle.php', 'bugle');
        $config = $this->app->make('config');
        if ($config->get('logging.channels.bugle') === null) {
            $config->set('logging.channels.bugle', ['driver' => 'bugle', 'level' => 'error']);
        }
        $this->app->bind(Client::class, static fn (): Client => Client::current());
    }

    public function boot(): void
    {
        if ($this->app->runningInConsole()) {
            $this->commands([TestCommand::class, FlushCommand::class]);
            $this->publishes([__DIR__ . '/../config/bugle.php' => $this->app->configPath('bugle.php')], 'bugle');
        }
        $this->callAfterResolving('log', static function (object $log): void {
            if (method_exists($log, 'extend')) {
                $log->extend('bugle', fn ($app, array $config): object => LogChannel::create($config));
            }
        });
        // The program's schedule is made while it is resolved.
        $this->app->beforeResolving(Schedule::class, static fn () => Monitors::register());
        $settings = (array) $this->app->make('config')->get('bugle');
        $client = self::isWanted($settings) ? Bugle::create($this->optionsOf($settings)) : null;
        Bugle::use($client);
        if ($client !== null) {
            $this->watch($client, $settings);
        } elseif (!self::isWanted($settings)) {
            $this->sayThatItIsOff();
        }
    }

    /** Writes one line to Laravel's log, not one per request. */
    private function sayThatItIsOff(): void
    {
        if (!ErrorLog::isNew($this->app->storagePath() . '/framework/bugle-off')) {
            return;
        }
        try {
            $this->app->make('log')->info('Bugle is off: BUGLE_TOKEN, BUGLE_ENDPOINT and BUGLE_APP_ID are not set');
        } catch (\Throwable) {
            // A log that does not work is not ours to report.
        }
    }

    /** @param array<string, mixed> $settings */
    private function watch(Client $client, array $settings): void
    {
        $events = new Listeners($client, $this->app->make(Dispatcher::class));
        $this->callAfterResolving(ExceptionHandler::class, static function (object $handler) use ($client): void {
            if (method_exists($handler, 'reportable')) {
                $reports = new Reports($client);
                $handler->reportable(static function (\Throwable $error) use ($reports): void {
                    $reports->report($error);
                });
            }
        });
        (new Work($client))->watch($events);
        // Without a key of the application, a hash could be undone by trying identifiers.
        $key = (string) $this->app->make('config')->get('app.key') ?: $client->options->token;
        (new Requests($client, $settings['user'] ?? 'id', $key))->watch($events);
        (new Breadcrumbs($client))->watch($events, (array) ($settings['breadcrumbs'] ?? []));
        $this->app->terminating(static fn () => $client->end());
    }

    /**
     * Returns whether to start. With none of the three lines, the package is installed but not meant to report here.
     *
     * @param array<string, mixed> $settings
     */
    private static function isWanted(array $settings): bool
    {
        return array_filter([$settings['token'] ?? null, $settings['endpoint'] ?? null, $settings['app_id'] ?? null])
            !== [];
    }

    /**
     * @param array<string, mixed> $settings
     * @return array<string, mixed>
     */
    private function optionsOf(array $settings): array
    {
        $options = ['sdk' => 'bugle/laravel', 'messages' => Messages::of(...)];
        foreach (self::OPTIONS as $name => $option) {
            if (isset($settings[$name])) {
                $options[$option] = $settings[$name];
            }
        }
        foreach (['enabled', 'sessions'] as $name) {
            $options[$name] = filter_var($options[$name] ?? true, FILTER_VALIDATE_BOOLEAN);
        }
        return $options + [
            'environment' => $this->app->environment(),
            'projectRoot' => $this->app->basePath(),
            'storeDirectory' => $this->app->storagePath() . '/framework/bugle',
            'send' => Options::SEND_AFTER,
        ] + ($this->app->bound(Transport::class) ? [
            'transport' => fn (): Transport => $this->app->make(Transport::class),
        ] : []);
    }
}
