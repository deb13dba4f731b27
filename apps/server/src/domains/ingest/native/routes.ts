import { IngestAcknowledgement, IngestEvent } from '@bugle/protocol'
import type { App } from '../../../http/index.ts'
import type { IngestDeps } from '../admission/index.ts'
import type { ItemDeps } from '../items/index.ts'
import { ingest } from './ingest.ts'
import { itemRoutes } from './item-routes.ts'
import { mountNativeRoutes, type NativeRoute } from './native-routes.ts'

const eventRoute: NativeRoute<IngestDeps> = {
  path: '/ingest',
  operations: ['postIngest', 'postApiIngest'],
  summary: 'Send one error event',
  description:
    'Authenticated by the project’s ingest token in X-Service-Token. A 202 is a promise: the event is on disk. ' +
    'A body may be sent with Content-Encoding gzip, deflate or br; limits count what comes out.',
  body: IngestEvent,
  acknowledgement: { description: 'The event is on disk.', ...IngestAcknowledgement },
  receive: ingest,
}

/** Mounts Bugle's own way in: events, and what stands beside them. */
export function mountIngestRoutes(app: App, deps: ItemDeps): void {
  mountNativeRoutes(app, deps, [eventRoute, ...itemRoutes])
}
