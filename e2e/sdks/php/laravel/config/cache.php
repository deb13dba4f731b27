<?php

return [
    'default' => 'file',
    'prefix' => 'shop',
    'stores' => ['file' => ['driver' => 'file', 'path' => storage_path('framework/cache')]],
];
