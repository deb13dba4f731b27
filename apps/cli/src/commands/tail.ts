import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'
import { followStream } from '../event-stream.ts'
import { oneLine } from '../output.ts'

interface TailOptions extends AnyOptions {
  allProjects?: boolean
}

type Update = Schemas['IssueUpdate'] | Schemas['EventUpdate']

/** Follows new events and changed issues until interrupted. */
export async function run(context: Context, { allProjects }: TailOptions): Promise<void> {
  const { output } = context
  const project = allProjects ? undefined : await context.project()
  const titles = new Map<string, Schemas['Issue']>()
  let isOpen = false
  const reconnecting = () => {
    if (isOpen) output.note('The connection broke; reconnecting …')
    isOpen = false
  }
  for await (const { event, data } of followStream(context, project?.id, reconnecting)) {
    if (event === 'open') {
      if (!isOpen) output.note(`Following ${project?.name ?? 'all projects'}; Ctrl+C ends it.`)
      isOpen = true
    } else if (event === 'reset') output.note('Some updates may be missing.')
    else
      for (const one of await linesOf(context, event, JSON.parse(data) as Update, titles))
        output.result(one, () => toText(one))
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

/** One line for each issue of an update. */
async function linesOf(
  context: Context,
  event: string,
  update: Update,
  titles: Map<string, Schemas['Issue']>,
): Promise<Line[]> {
  const changed =
    'issues' in update ? update.issues.map(({ id, count }) => ({ id, count })) : update.issue_ids.map((id) => ({ id }))
  const lines: Line[] = []
  for (const { id, ...totals } of changed) {
    const issue = await findIssue(context, id, titles, event !== 'event.received')
    if (issue === undefined) continue
    const { short_id, title } = issue
    lines.push({ event, at: new Date().toISOString(), issue_id: id, short_id, title, count: issue.count, ...totals })
  }
  return lines
}

/** Issues are read once, and again when they changed; deleted ones are skipped. */
async function findIssue(
  context: Context,
  id: string,
  titles: Map<string, Schemas['Issue']>,
  isChanged: boolean,
): Promise<Schemas['Issue'] | undefined> {
  const known = titles.get(id)
  if (known !== undefined && !isChanged) return known
  try {
    const { issue } = await responseBody(context.api.GET('/api/issues/{id}', { params: { path: { id } } }))
    if (titles.size > 1000) titles.clear()
    titles.set(id, issue)
    return issue
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
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
