<?php

/** Options of Bugle; docs/frameworks/laravel.md explains them. `php artisan vendor:publish --tag=bugle` copies this. */

return [
    'token' => env('BUGLE_TOKEN'),
    'endpoint' => env('BUGLE_ENDPOINT'),
    'app_id' => env('BUGLE_APP_ID'),
    'enabled' => env('BUGLE_ENABLED', true),
    'release' => env('BUGLE_RELEASE'),
    // Laravel's own environment by default.
    'environment' => env('BUGLE_ENVIRONMENT'),
    'tags' => [],
    'sample_rate' => env('BUGLE_SAMPLE_RATE', 1),
    'ignore_errors' => [],
    // Names of callables, such as [App\Errors::class, 'beforeSend']: closures cannot be cached.
    'before_send' => null,
    'before_breadcrumb' => null,
    'scrub_keys' => null,
    'error_fields' => false,
    'source_lines' => true,
    // Counts requests for crash-free rates; needs a release.
    'sessions' => env('BUGLE_SESSIONS', true),
    // after: when the response is out. store: only by `php artisan bugle:flush`.
    'send' => env('BUGLE_SEND', 'after'),
    // id: the authenticated user's identifier. hash: a hash of it. false: nothing.
    'user' => 'id',
    'breadcrumbs' => [
        'routes' => true,
        'queries' => true,
        'logs' => true,
        'http_client' => true,
        'jobs' => true,
        'mails' => true,
        'notifications' => true,
        'cache' => false,
    ],
];
