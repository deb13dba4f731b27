import { PageQuery, ReleasePage } from '@bugle/protocol'
import Type from 'typebox'
import { type App, cursorOf, endpoint, pageFrom, pageLimit, positionNumber } from '../../http/index.ts'
import type { EventDeps } from './event-deps.ts'
import { findReleases } from './stats-store.ts'

const releaseCursor = cursorOf(Type.Object({ id: positionNumber }))

/** Mounts the list of releases. */
export function mountReleaseRoutes(app: App, { pool }: EventDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/releases',
    summary: 'List the releases seen in events, newest first',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: PageQuery,
    response: ReleasePage,
    handler: async ({ projectId, query }) => {
      const limit = pageLimit(query)
      const before = releaseCursor.read(query.cursor)?.id
      const rows = await findReleases(pool, projectId, { before, limit: limit + 1 })
      const { entries, next_cursor } = pageFrom(rows, limit, ({ id }) => releaseCursor.write({ id }))
      const releases = entries.map(({ version, first_seen_at, last_seen_at, count }) => ({
        version,
        first_seen: first_seen_at.toISOString(),
        last_seen: last_seen_at?.toISOString() ?? null,
        count,
      }))
      return { releases, next_cursor }
    },
  })
}
