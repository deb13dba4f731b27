<?php

declare(strict_types=1);

namespace Bugle\Symfony\Cache;

use Symfony\Contracts\Cache\NamespacedPoolInterface;

/** The pool with breadcrumbs for Symfony 7.3 and later, whose pools have namespaces. */
final class NamespacedBreadcrumbPool extends BreadcrumbPool implements NamespacedPoolInterface
{
    public function withSubNamespace(string $namespace): static
    {
        return $this->pool instanceof NamespacedPoolInterface
            ? new static($this->pool->withSubNamespace($namespace))
            : $this;
    }
}
