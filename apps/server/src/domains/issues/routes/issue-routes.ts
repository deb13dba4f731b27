import { Readable } from 'node:stream'
import {
  type Issue,
  IssueListQuery,
  IssuePage,
  IssueQuery,
  IssueResponse,
  IssueTags,
  limits,
  PageQuery,
  type TagCounts,
} from '@bugle/protocol'
import Type, { type Static } from 'typebox'
import type { Database } from '../../../db/database.ts'
import {
  type App,
  type Caller,
  cursorOf,
  endpoint,
  pageLimit,
  positionNumber,
  positionTime,
  positionUuid,
} from '../../../http/index.ts'
import { csvPages } from '../../../lib/csv.ts'
import { dayMs, hourMs } from '../../../lib/time.ts'
import { Refusal } from '../../../refusal.ts'
import { ofEachBucket } from '../../projects/index.ts'
import {
  findSparklines,
  findTagCounts,
  getIssue,
  type IssueDeps,
  type IssueRecord,
  markEscalating,
  type SparklineWindow,
  showIssue,
  toIssue,
} from '../record/index.ts'
import { type IssueList, type ListRequest, listIssues } from '../search/index.ts'

const valuesPerKey = 10

/**
 * A position in the list with the time as of which it is read, so that later events do not move issues in it; or a
 * position in a list snapshot.
 */
const cursor = cursorOf(
  Type.Union([
    Type.Object({ at: positionTime, id: positionUuid, as_of: positionTime }),
    Type.Object({ list: positionUuid, offset: positionNumber }),
  ]),
)
const listDescription =
  'Further pages neither skip nor repeat issues while events arrive; request them with the same parameters. A sorted or filtered list is kept for a day and can be read up to 10,000 issues deep.'
const listQuery = Type.Object({ ...PageQuery.properties, ...IssueListQuery.properties })

export function mountIssueRoutes(app: App, deps: IssueDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/issues',
    summary: 'List and search the issues of all projects',
    description: listDescription,
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: listQuery,
    response: IssuePage,
    handler: async ({ caller, query }) => readPage(deps, caller, await deps.projectsOf(caller), query),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/issues',
    summary: 'List and search the issues of a project',
    description: listDescription,
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: listQuery,
    response: IssuePage,
    handler: ({ caller, projectId, query }) => readPage(deps, caller, [projectId], query),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/issues.csv',
    summary: 'Export the issues of a list as CSV',
    description:
      'All that the list has, in its order; of a sorted or filtered list the first 10,000. Counts are those of the list.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    isStream: true,
    query: IssueListQuery,
    response: Type.String({ description: 'Lines of CSV with a head.' }),
    produces: 'text/csv',
    handler: async ({ caller, projectId, query, reply }) => {
      const request = { projectIds: [projectId], params: query, userId: caller.userId, now: deps.now() }
      // Refused before the first line: a mistake in the query is no file.
      const first = await listIssues(deps.db, { ...request, after: undefined, limit: limits.pageSize })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="issues.csv"')
        .send(Readable.from(csvPages(issueHead, issuePages(deps, request, first), issueValues)))
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
    response: IssueResponse,
    handler: async ({ caller, params, query }) => {
      const issue = await getIssue(deps, caller, params.id)
      const included = new Set(query.include?.split(','))
      const [shown, latest, stats, tags] = await Promise.all([
        showIssue(deps, issue),
        included.has('latest_event') ? deps.latestEvent(issue) : undefined,
        included.has('stats') ? deps.issueStats(issue) : undefined,
        included.has('tags') ? tagsOf(deps.db, issue) : undefined,
      ])
      return {
        issue: shown,
        ...(latest === undefined ? {} : { latest_event: latest }),
        ...(stats === undefined ? {} : { stats }),
        ...(tags === undefined ? {} : { tags }),
      }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/tags',
    summary: 'Count the events of an issue by tag',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: IssueTags,
    handler: async ({ caller, params }) => ({ tags: await tagsOf(deps.db, await getIssue(deps, caller, params.id)) }),
  })
}

const issueHead = [
  ...['short_id', 'type', 'message', 'level', 'status', 'substatus', 'events', 'users', 'first_seen', 'last_seen'],
  ...['first_release', 'last_release', 'culprit', 'assignee', 'id'],
]

function issueValues(issue: Issue): (string | number | null)[] {
  return [
    ...[
      issue.short_id,
      issue.type,
      issue.message,
      issue.level,
      issue.status,
      issue.substatus,
      issue.count,
      issue.users,
    ],
    ...[issue.first_seen, issue.last_seen, issue.first_release, issue.last_release, issue.culprit],
    ...[issue.assignee?.name ?? null, issue.id],
  ]
}

/** Reads a list page by page, each when the one before is sent. */
async function* issuePages(
  { db, now }: IssueDeps,
  request: Omit<ListRequest, 'after' | 'limit'>,
  first: IssueList | undefined,
): AsyncGenerator<Issue[]> {
  let page = first
  while (page !== undefined) {
    yield await show(db, page.issues, undefined, now())
    page = page.next && (await listIssues(db, { ...request, after: page.next, limit: limits.pageSize }))
  }
}

async function readPage(
  { db, now }: IssueDeps,
  caller: Caller,
  projectIds: number[],
  { limit, cursor: text, ...params }: Static<typeof listQuery>,
): Promise<IssuePage> {
  const list = await listIssues(db, {
    projectIds,
    params,
    userId: caller.userId,
    after: cursor.read(text),
    limit: pageLimit({ limit }),
    now: now(),
  })
  if (list === undefined)
    throw new Refusal('invalid_parameter', { errors: { cursor: ['is not a cursor of this list, or is too old'] } })
  const { issues, statusCounts, counts, next } = list
  return {
    issues: await show(db, issues, params.sparkline, now()),
    status_counts: statusCounts,
    counts,
    next_cursor: next === undefined ? null : cursor.write(next),
  }
}

async function show(
  db: Database,
  issues: IssueRecord[],
  sparkline: IssueListQuery['sparkline'],
  now: Date,
): Promise<Issue[]> {
  const parts = await ofEachBucket(db, issues, async (own) => {
    const [marked, lines] = await Promise.all([
      markEscalating(db, own, now),
      sparkline === undefined || own.length === 0 ? [] : findSparklines(db, own, windowOf(sparkline, now)),
    ])
    return own.map((issue, index) => [issue, toIssue(marked[index]!, now, lines[index])] as const)
  })
  const shown = new Map(parts.flat())
  return issues.flatMap((issue) => shown.get(issue) ?? [])
}

/** Returns the window of a sparkline; its last bucket contains the present. */
function windowOf(span: '24h' | '14d', now: Date): SparklineWindow {
  const [unit, unitMs, buckets] = span === '24h' ? (['hour', hourMs, 24] as const) : (['day', dayMs, 14] as const)
  const last = Math.floor(now.getTime() / unitMs) * unitMs
  return { from: last - (buckets - 1) * unitMs, unit, buckets }
}

async function tagsOf(db: Database, { projectId, issueId }: IssueRecord): Promise<TagCounts[]> {
  const tags = new Map<string, TagCounts>()
  for (const { key, value, count, total } of await findTagCounts(db, projectId, issueId, valuesPerKey)) {
    const tag = tags.get(key) ?? { key, total, other: total, values: [] }
    tags.set(key, tag)
    if (value === '') continue
    tag.values.push({ value, count })
    tag.other -= count
  }
  return [...tags.values()]
}
