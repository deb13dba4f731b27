<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Bugle\EventBuilder;
use Bugle\ProcessEnd;
use Bugle\Scrub;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Event\ExceptionEvent;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Contracts\Service\ResetInterface;

/** Gives each request a scope, reports its errors, and sends when the response is out. */
final class RequestListener implements EventSubscriberInterface, ResetInterface
{
    /** Errors that Symfony turns into a redirect to the login or a 403. */
    private const EXPECTED = [
        'Symfony\Component\Security\Core\Exception\AccessDeniedException',
        'Symfony\Component\Security\Core\Exception\AuthenticationException',
    ];

    /** @return array<string, mixed> */
    public static function getSubscribedEvents(): array
    {
        return [
            // The router has 32.
            KernelEvents::REQUEST => [['begin', 4096], ['matched', 31]],
            KernelEvents::EXCEPTION => ['report', 128],
            KernelEvents::TERMINATE => ['end', -1024],
        ];
    }

    public function begin(RequestEvent $event): void
    {
        if ($event->isMainRequest()) {
            $request = $event->getRequest();
            Bugle::client()?->beginSession();
            $scope = Bugle::client()?->freshScope();
            $scope?->setContext('request', self::contextOf($request));
            $header = $request->headers->get('traceparent');
            if ($header !== null) {
                // Most requests have no error, and need not load what reads it.
                $scope?->setContext('trace', static fn (): ?array => EventBuilder::traceOf($header));
            }
        }
    }

    public function matched(RequestEvent $event): void
    {
        if ($event->isMainRequest()) {
            $request = $event->getRequest();
            Bugle::client()?->scope()->setContext('request', self::contextOf($request));
            $route = $request->attributes->get('_route');
            if (is_string($route)) {
                Bugle::addBreadcrumb(['category' => 'route', 'message' => $request->getMethod() . ' ' . $route]);
            }
        }
    }

    public function report(ExceptionEvent $event): void
    {
        $error = $event->getThrowable();
        if (self::isExpected($error)) {
            // Symfony logs it as an error all the same.
            Bugle::client()?->ignore($error);
            return;
        }
        // The shutdown function was there first.
        if (ProcessEnd::hasReported() && is_a($error, 'Symfony\Component\ErrorHandler\Error\FatalError')) {
            return;
        }
        Bugle::captureException($error, ['mechanism' => ['type' => 'symfony', 'handled' => false]]);
    }

    public function end(): void
    {
        Bugle::client()?->end();
    }

    /** Called between the requests of a worker, and between messages. */
    public function reset(): void
    {
        Bugle::client()?->endSession();
        Bugle::client()?->flush();
        Bugle::client()?->freshScope();
    }

    private static function isExpected(\Throwable $error): bool
    {
        foreach (self::EXPECTED as $class) {
            if ($error instanceof $class) {
                return true;
            }
        }
        return $error instanceof HttpExceptionInterface && $error->getStatusCode() < 500;
    }

    /** @return array<string, string> */
    private static function contextOf(Request $request): array
    {
        $route = $request->attributes->get('_route');
        return [
            'method' => $request->getMethod(),
            'url' => Scrub::cleanUrl($request->getPathInfo()),
        ] + (is_string($route) ? ['route' => $route] : []);
    }
}
