<?php

return [
    'driver' => 'file', 'lifetime' => 5, 'expire_on_close' => false, 'encrypt' => false,
    'files' => storage_path('framework/cache'), 'lottery' => [0, 100], 'cookie' => 'shop_session', 'path' => '/',
    'domain' => null, 'secure' => false, 'http_only' => true, 'same_site' => 'lax',
];
