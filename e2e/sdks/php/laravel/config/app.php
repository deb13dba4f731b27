<?php

return [
    'name' => 'Shop', 'env' => 'production', 'debug' => false, 'url' => 'http://localhost', 'timezone' => 'UTC',
    'locale' => 'en', 'fallback_locale' => 'en', 'cipher' => 'AES-256-CBC',
    'key' => 'base64:' . base64_encode(str_repeat('a', 32)),
    'providers' => array_merge([
        Illuminate\Auth\AuthServiceProvider::class,
        Illuminate\Bus\BusServiceProvider::class,
        Illuminate\Cache\CacheServiceProvider::class,
        Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class,
        Illuminate\Database\DatabaseServiceProvider::class,
        Illuminate\Encryption\EncryptionServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\FoundationServiceProvider::class,
        Illuminate\Hashing\HashServiceProvider::class,
        Illuminate\Queue\QueueServiceProvider::class,
        Illuminate\Session\SessionServiceProvider::class,
        Illuminate\Translation\TranslationServiceProvider::class,
        Illuminate\View\ViewServiceProvider::class,
        App\ShopServiceProvider::class,
        // Where Composer has installed the package, Laravel finds it.
    ], getenv('BUGLE_AUTOLOAD') === false || is_dir(base_path('vendor')) ? [] : [
        Bugle\Laravel\BugleServiceProvider::class,
    ]),
    'aliases' => [],
];
