import { SearchKeys, SearchKeysQuery, SearchValues, SearchValuesQuery } from '@bugle/protocol'
import { type App, endpoint } from '../../../http/index.ts'
import type { IssueDeps } from '../record/index.ts'
import { suggestKeys, suggestValues } from '../search/index.ts'

/** Mounts the suggestions of the search language. */
export function mountSearchRoutes(app: App, { db }: IssueDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/search/keys',
    summary: 'Suggest keys of the search language',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: SearchKeysQuery,
    response: SearchKeys,
    handler: async ({ projectId, query }) => ({ keys: await suggestKeys(db, projectId, query.q) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/search/values',
    summary: 'Suggest values of a key of the search language',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: SearchValuesQuery,
    response: SearchValues,
    handler: async ({ projectId, query }) => ({ values: await suggestValues(db, projectId, query.key, query.q) }),
  })
}
