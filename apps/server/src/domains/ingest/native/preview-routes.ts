import { GroupingPreview, IngestEvent, limits } from '@bugle/protocol'
import { type App, endpoint } from '../../../http/index.ts'
import { parseJson } from '../admission/index.ts'
import { type PreviewDeps, previewGrouping } from './preview.ts'

/** Mounts the grouping preview: the issue an event would belong to, and why. */
export function mountPreviewRoutes(app: App, deps: PreviewDeps): void {
  void app.register(async (scope) => {
    // As `/ingest` parses it: integers beyond 2^53 keep every digit.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      body.length === 0 ? undefined : parseJson(body),
    )
    endpoint(scope, {
      method: 'POST',
      url: '/api/projects/:id/grouping/preview',
      summary: 'Preview which issue an event would go to, and why',
      description:
        'The body is what `POST /ingest` takes. Nothing is stored or counted, and neither the `app_id` nor any limit but ' +
        'the size is held against the event.',
      tag: 'Issues',
      access: 'caller',
      scope: 'issue:read',
      body: IngestEvent,
      bodyLimit: limits.ingestBytes,
      invalid: 'invalid_payload',
      response: GroupingPreview,
      handler: ({ projectId, body }) => previewGrouping(deps, projectId, body),
    })
  })
}
