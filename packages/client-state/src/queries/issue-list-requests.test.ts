import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { issueWith, pageOf } from '../testing/issues.ts'
import { stubbedApi, stubServer } from '../testing/stub-server.ts'
import { issueListQueries } from './issue-lists.ts'

const lists = issueListQueries({ api: () => stubbedApi }, 50)
let client: QueryClient
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T20:30:00.000Z'), toFake: ['Date'] })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  asked.length = 0
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Responds with pages in their order. */
function serve(path: string, ...pages: ReturnType<typeof pageOf>[]) {
  stubServer({
    [`GET ${path}`]: ({ url }) => {
      asked.push(decodeURIComponent(new URL(url).search.slice(1)))
      return pages.shift()
    },
  })
}

it('asks for a list of a project by its search, and for further pages from the same hour', async () => {
  const counts = { exact: true, since: null, from: '2026-11-25T20:00:00.000Z', to: null }
  const [first, second] = [issueWith({ id: 'iss_1' }), issueWith({ id: 'iss_2' })]
  serve('/api/projects/prj_1/issues', { ...pageOf([first]), counts, next_cursor: 'next' } as never, pageOf([second]))
  const filter = { projectId: 'prj_1', level: 'error', since: '24h', sort: 'users' } as const
  const data = await client.fetchInfiniteQuery({ ...lists.issuesQuery(filter, '24h'), pages: 2 })
  expect(data.pages.flatMap(({ issues }) => issues.map(({ id }) => id))).toEqual(['iss_1', 'iss_2'])
  const search = 'level=error&sort=users&from=2026-11-25T20:00:00.000Z&limit=50&sparkline=24h'
  expect(asked).toEqual([search, expect.stringContaining('cursor=next')])
  expect(asked[1]).toContain('from=2026-11-25T20:00:00.000Z')
})

it('counts what matches in all projects', async () => {
  serve('/api/issues', pageOf([], { unresolved: 7 }))
  expect(await client.fetchQuery(lists.countQuery({ projectId: undefined, query: 'is:new' }))).toBe(7)
  expect(asked).toEqual(['query=is:new&limit=1'])
})
