import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'
import { followStream } from '../event-stream.ts'
import { oneLine } from '../output.ts'
import { RecentIssues } from '../recent-issues.ts'
import { untilThere } from '../until-there.ts'

interface TailOptions extends AnyOptions {
  allProjects?: boolean
}

type Update = Schemas['IssueUpdate'] | Schemas['EventUpdate']

/** Follows new events and changed issues until interrupted. */
export async function run(context: Context, { allProjects }: TailOptions): Promise<void> {
  const { output } = context
  const project = allProjects ? undefined : await context.project()
  const recent = new RecentIssues(context, project?.id)
  await recent.load()
  let isOpen = false
  const reconnecting = () => {
    if (isOpen) output.note('The connection broke; reconnecting …')
    isOpen = false
  }
  for await (const { event, data } of followStream(context, project?.id, reconnecting)) {
    if (event === 'open') {
      output.note(`Following ${project?.name ?? 'all projects'}; Ctrl+C ends it.`)
      isOpen = true
    }
    const isGap = event === 'open' || event === 'reset'
    const update = isGap ? undefined : (JSON.parse(data) as Update)
    const reported = update === undefined ? [] : await linesOf(context, event, update, recent)
    const missed = isGap || update?.more ? await missedLines(context, recent) : []
    for (const line of [...reported, ...missed]) output.result(line, () => toText(line))
  }
}

interface Line {
  event: string
  at: string
  issue_id: string
  short_id: string
  title: string
  count: number
}

/** Lines of events that the stream did not report. */
async function missedLines({ host }: Context, recent: RecentIssues): Promise<Line[]> {
  const changed = await untilThere(host.signal, () => recent.findChanged())
  return changed.map((issue) => lineOf('event.received', issue, issue.count, issue.last_seen))
}

/** One line for each issue of an update. */
async function linesOf(context: Context, event: string, update: Update, recent: RecentIssues): Promise<Line[]> {
  const lines: Line[] = []
  if ('issues' in update) {
    for (const { id, count, last_seen } of update.issues) {
      const issue = recent.record(id, count) ? await findIssue(context, id) : undefined
      if (issue !== undefined) lines.push(lineOf(event, issue, count, last_seen))
    }
    return lines
  }
  for (const id of update.issue_ids) {
    const issue = await findIssue(context, id)
    if (issue !== undefined) lines.push(lineOf(event, issue, issue.count, new Date().toISOString()))
  }
  return lines
}

/** Reads an issue; deleted ones are skipped. */
async function findIssue({ api, host }: Context, id: string): Promise<Schemas['Issue'] | undefined> {
  const read = () => responseBody(api.GET('/api/issues/{id}', { params: { path: { id } } }))
  try {
    return (await untilThere(host.signal, read)).issue
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

function lineOf(event: string, { id, short_id, title }: Schemas['Issue'], count: number, at: string): Line {
  return { event, at, issue_id: id, short_id, title, count }
}

const labels: Record<string, string> = {
  'event.received': 'event',
  'issue.created': 'new',
  'issue.regressed': 'regressed',
  'issue.updated': 'changed',
}

function toText({ event, at, short_id, title, count }: Line): string {
  return oneLine(`${at.slice(11, 19)}  ${(labels[event] ?? event).padEnd(9)}  ${short_id}  ${count} ×  ${title}`)
}
