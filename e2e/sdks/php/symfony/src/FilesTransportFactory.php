<?php

declare(strict_types=1);

namespace App;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Stamp\TransportMessageIdStamp;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;
use Symfony\Component\Messenger\Transport\TransportFactoryInterface;
use Symfony\Component\Messenger\Transport\TransportInterface;

/** Keeps messages as files: the only transport that needs no server and outlives a process. */
final class FilesTransportFactory implements TransportFactoryInterface
{
    public function supports(string $dsn, array $options): bool
    {
        return str_starts_with($dsn, 'files://');
    }

    public function createTransport(string $dsn, array $options, SerializerInterface $serializer): TransportInterface
    {
        return new class (substr($dsn, 8), $serializer) implements TransportInterface {
            public function __construct(private string $directory, private SerializerInterface $serializer)
            {
                is_dir($directory) || mkdir($directory, 0777, true);
            }

            public function get(): iterable
            {
                $files = glob("$this->directory/*") ?: [];
                foreach (array_slice($files, 0, 1) as $file) {
                    $envelope = $this->serializer->decode(json_decode((string) file_get_contents($file), true));
                    yield $envelope->with(new TransportMessageIdStamp($file));
                }
            }

            public function ack(Envelope $envelope): void
            {
                unlink($envelope->last(TransportMessageIdStamp::class)->getId());
            }

            public function reject(Envelope $envelope): void
            {
                $this->ack($envelope);
            }

            public function send(Envelope $envelope): Envelope
            {
                $file = sprintf('%s/%d', $this->directory, hrtime(true));
                file_put_contents($file, json_encode($this->serializer->encode($envelope)));
                return $envelope;
            }
        };
    }
}
