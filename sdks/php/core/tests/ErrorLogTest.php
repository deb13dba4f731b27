<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\ErrorLog;
use PHPUnit\Framework\TestCase;

final class ErrorLogTest extends TestCase
{
    public function testIsNewOnceADay(): void
    {
        $mark = sys_get_temp_dir() . '/bugle-mark-' . bin2hex(random_bytes(6));
        self::assertTrue(ErrorLog::isNew($mark));
        self::assertFalse(ErrorLog::isNew($mark));
        touch($mark, time() - 90_000);
        clearstatcache();
        self::assertTrue(ErrorLog::isNew($mark));
        unlink($mark);
    }

    public function testIsNeverNewWhereNoMarkCanBeLeft(): void
    {
        self::assertFalse(ErrorLog::isNew('/proc/nowhere/mark'));
    }
}
