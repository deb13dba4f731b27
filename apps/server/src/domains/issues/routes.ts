import {
  type Issue,
  IssueAnswer,
  IssueListQuery,
  IssuePage,
  IssueQuery,
  IssueTags,
  PageQuery,
  type TagCounts,
} from '@bugle/protocol'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import {
  type App,
  cursorOf,
  endpoint,
  pageFrom,
  pageLimit,
  positionTime,
  positionUuid,
  projectIdOf,
} from '../../http/index.ts'
import { getIssue, type IssueDeps } from './get-issue.ts'
import { type IssueRecord, toIssue } from './issue.ts'
import { countStatuses, findIssues, findSparklines, findTagCounts, type SparklineWindow } from './issue-store.ts'

const hour = 3_600_000
const valuesPerKey = 10

/** A place in the list, and the time up to which it was read: later events do not move an issue in it. */
const cursor = cursorOf(Type.Object({ at: positionTime, id: positionUuid, as_of: positionTime }))
const listQuery = Type.Object({ ...PageQuery.properties, ...IssueListQuery.properties })

export function mountIssueRoutes(app: App, deps: IssueDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/issues',
    summary: 'List the issues of all projects, last seen first',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: listQuery,
    answer: IssuePage,
    handler: async ({ caller, query }) => listIssues(deps, await deps.projectsOf(caller), query),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/issues',
    summary: 'List the issues of a project, last seen first',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: listQuery,
    answer: IssuePage,
    handler: async ({ caller, params, query }) => {
      const projectId = projectIdOf(params.id)
      await deps.authorize(caller, projectId)
      return listIssues(deps, [projectId], query)
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id',
    summary: 'Get an issue',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: IssueQuery,
    answer: IssueAnswer,
    handler: async ({ caller, params, query }) => {
      const issue = await getIssue(deps, caller, params.id)
      const included = new Set(query.include?.split(','))
      const latest = included.has('latest_event') ? await deps.latestEvent(issue) : undefined
      return {
        issue: toIssue(issue),
        ...(latest === undefined ? {} : { latest_event: latest }),
        ...(included.has('stats') ? { stats: await deps.issueStats(issue) } : {}),
        ...(included.has('tags') ? { tags: await tagsOf(deps.pool, issue) } : {}),
      }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/tags',
    summary: 'Count an issue’s events by tag',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    answer: IssueTags,
    handler: async ({ caller, params }) => ({ tags: await tagsOf(deps.pool, await getIssue(deps, caller, params.id)) }),
  })
}

async function listIssues(
  { pool }: IssueDeps,
  projectIds: number[],
  query: Static<typeof listQuery>,
): Promise<IssuePage> {
  const limit = pageLimit(query)
  const after = cursor.read(query.cursor)
  const rows = await findIssues(pool, {
    projectIds,
    status: query.status ?? 'unresolved',
    after: after && { lastSeenAt: new Date(after.at), issueId: after.id, asOf: new Date(after.as_of) },
    limit: limit + 1,
  })
  // Whatever has been seen later than the first issue of the first page has moved since.
  const asOf = after?.as_of ?? rows[0]?.lastSeenAt.getTime() ?? 0
  const { entries, next_cursor } = pageFrom(rows, limit, ({ lastSeenAt, issue }) =>
    cursor.write({ at: lastSeenAt.getTime(), id: issue.issueId, as_of: asOf }),
  )
  const issues = entries.map(({ issue }) => issue)
  return {
    issues: await withSparklines(pool, issues, query.sparkline),
    status_counts: await countStatuses(pool, projectIds),
    next_cursor,
  }
}

async function withSparklines(pool: pg.Pool, issues: IssueRecord[], span: '24h' | '14d' | undefined): Promise<Issue[]> {
  if (span === undefined || issues.length === 0) return issues.map((issue) => toIssue(issue))
  const lines = await findSparklines(pool, issues, windowOf(span))
  return issues.map((issue, index) => toIssue(issue, lines[index]))
}

/** The bucket that holds now is the last one. */
function windowOf(span: '24h' | '14d'): SparklineWindow {
  const [bucketMs, buckets] = span === '24h' ? [hour, 24] : [24 * hour, 14]
  const last = Math.floor(Date.now() / bucketMs) * bucketMs
  return { from: last - (buckets - 1) * bucketMs, bucketMs, buckets }
}

async function tagsOf(pool: pg.Pool, { projectId, issueId }: IssueRecord): Promise<TagCounts[]> {
  const tags = new Map<string, TagCounts>()
  for (const { key, value, count, total } of await findTagCounts(pool, projectId, issueId, valuesPerKey)) {
    const tag = tags.get(key) ?? { key, total, other: total, values: [] }
    tags.set(key, tag)
    if (value === '') continue
    tag.values.push({ value, count })
    tag.other -= count
  }
  return [...tags.values()]
}
