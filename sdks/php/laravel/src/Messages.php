<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Scrub;

/** Replaces messages of Laravel that hold values: a failed query names its statement with all bindings in it. */
final class Messages
{
    /** Returns the message without values; null where the error's own will do. */
    public static function of(\Throwable $error): ?string
    {
        if (!is_a($error, 'Illuminate\Database\QueryException')) {
            return null;
        }
        $sql = method_exists($error, 'getSql') ? (string) $error->getSql() : '';
        return (string) $error->getPrevious()?->getMessage() . ' (SQL: ' . Scrub::cleanStatement($sql) . ')';
    }
}
