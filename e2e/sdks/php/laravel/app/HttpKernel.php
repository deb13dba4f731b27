<?php

declare(strict_types=1);

namespace App;

use Illuminate\Foundation\Http\Kernel;

final class HttpKernel extends Kernel
{
    protected $middleware = [];
}
