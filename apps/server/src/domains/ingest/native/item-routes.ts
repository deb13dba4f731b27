import {
  AttachmentAcknowledgement,
  CheckInAcknowledgement,
  FeedbackAcknowledgement,
  IngestAttachmentQuery,
  IngestCheckIn,
  IngestFeedback,
  IngestSessions,
  SessionsAcknowledgement,
} from '@bugle/protocol'
import type { ItemDeps } from '../items/index.ts'
import type { NativeRoute } from './native-routes.ts'
import { receiveAttachment } from './receive-attachment.ts'
import { receiveCheckIn } from './receive-check-in.ts'
import { receiveFeedback } from './receive-feedback.ts'
import { receiveSessions } from './receive-sessions.ts'

/** The endpoints for what stands beside events. */
export const itemRoutes: readonly NativeRoute<ItemDeps>[] = [
  {
    path: '/ingest/sessions',
    operations: ['postIngestSessions', 'postApiIngestSessions'],
    summary: 'Send sessions',
    description:
      'One report for each page load or run of a program, or counts for a server; crash-free rates come from them. ' +
      'A session or count that is wrong is left out, and named under `errors`.',
    body: IngestSessions,
    acknowledgement: SessionsAcknowledgement,
    receive: receiveSessions,
  },
  {
    path: '/ingest/check-ins',
    operations: ['postIngestCheckIns', 'postApiIngestCheckIns'],
    summary: 'Check in for a scheduled job',
    description: 'A schedule makes the monitor, or changes it.',
    body: IngestCheckIn,
    acknowledgement: CheckInAcknowledgement,
    receive: receiveCheckIn,
  },
  {
    path: '/ingest/feedback',
    operations: ['postIngestFeedback', 'postApiIngestFeedback'],
    summary: 'Send the feedback of a person',
    description: 'With `event_id`, it is shown on the page of the issue, too.',
    body: IngestFeedback,
    acknowledgement: FeedbackAcknowledgement,
    receive: receiveFeedback,
  },
  {
    path: '/ingest/attachments',
    operations: ['postIngestAttachments', 'postApiIngestAttachments'],
    summary: 'Add a file to an event',
    description:
      'The body is the file, of at most 1 MiB, and `Content-Type` its type. It is sent after the 202 of its event, which keeps at most 5 files.',
    query: IngestAttachmentQuery,
    acknowledgement: AttachmentAcknowledgement,
    receive: receiveAttachment,
  },
]
