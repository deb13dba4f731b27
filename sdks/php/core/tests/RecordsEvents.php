<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Bugle;
use Bugle\Client;

/** Runs each test with a client of its own, whose events `$server` records. */
trait RecordsEvents
{
    private RecordingTransport $server;

    protected function setUp(): void
    {
        $this->server = new RecordingTransport();
        Bugle::use(new Client([
            'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example',
            'storeDirectory' => false,
        ], $this->server));
    }

    protected function tearDown(): void
    {
        Bugle::use(null);
    }
}
