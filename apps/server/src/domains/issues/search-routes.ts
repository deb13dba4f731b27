import { SearchKeys, SearchKeysQuery, SearchValues, SearchValuesQuery } from '@bugle/protocol'
import { type App, endpoint, projectIdOf } from '../../http/index.ts'
import type { IssueDeps } from './get-issue.ts'
import { suggestKeys, suggestValues } from './suggest.ts'

/** What may come next in a query that somebody types. */
export function mountSearchRoutes(app: App, { pool, authorize }: IssueDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/search/keys',
    summary: 'Suggest keys of the search language',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: SearchKeysQuery,
    answer: SearchKeys,
    handler: async ({ caller, params, query }) => {
      const projectId = projectIdOf(params.id)
      await authorize(caller, projectId)
      return { keys: await suggestKeys(pool, projectId, query.q) }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/search/values',
    summary: 'Suggest values of a key of the search language',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: SearchValuesQuery,
    answer: SearchValues,
    handler: async ({ caller, params, query }) => {
      const projectId = projectIdOf(params.id)
      await authorize(caller, projectId)
      return { values: await suggestValues(pool, projectId, query.key, query.q) }
    },
  })
}
