import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Account } from '../../harness/account.ts'
import { pause } from '../../harness/built-server.ts'

const document = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))

/** Paths whose answers change by themselves, or are no JSON. */
const unread =
  /^\/(?:healthz|readyz|api\/(?:operator|sdk|auth|stream|me\/tokens|push|\{project\}|store|embed)|.*(?:stream|csv|screenshot|original)$)/
/** Fields that change by themselves. */
const moving = new Set(['last_used_at', 'generated_at', 'from', 'to'])
/** How many things of a kind are read. */
const perKind = 8

/** Reads them until they no longer change, since titles and counts by tag follow an event; names what never settles. */
export async function settledAnswersTo(account: Account): Promise<Record<string, unknown>> {
  let answers = await answersTo(account)
  for (let tries = 0; ; tries++) {
    await pause(5000)
    const before = answers
    answers = await answersTo(account)
    const changed = Object.keys(answers).filter(
      (path) => JSON.stringify(before[path]) !== JSON.stringify(answers[path]),
    )
    if (changed.length === 0) return answers
    if (tries === 8) throw new Error(`they never settle: ${changed.join(' ')}`)
  }
}

/** Reads everything that the API says by a path with one id or none. */
async function answersTo({ url, token }: Account): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined
    answers[path] = JSON.parse(await response.text(), (key, value) => (moving.has(key) ? undefined : value))
    return answers[path]
  }
  const idsIn = async (path: string, list: string) => {
    const page = (await read(path)) as Record<string, { id: string }[]> | undefined
    return (page?.[list] ?? []).slice(0, perKind).map(({ id }) => id)
  }
  const projects = await idsIn('/api/projects', 'projects')
  const ofProjects = async (path: string, list: string) =>
    (await Promise.all(projects.map((id) => idsIn(`/api/projects/${id}/${path}`, list)))).flat()
  const issues = await ofProjects('issues', 'issues')
  const events = await Promise.all(issues.map((id) => idsIn(`/api/issues/${id}/events`, 'events')))
  const ids: Record<string, string[]> = {
    organizations: await idsIn('/api/organizations', 'organizations'),
    projects,
    issues,
    events: events.flatMap(([first]) => (first === undefined ? [] : [first])),
  }
  for (const path of readablePaths()) {
    const kind = /^\/api\/(\w+)\/\{id\}/.exec(path)?.[1]
    for (const id of kind === undefined ? [''] : ids[kind]!) await read(path.replace('{id}', id))
  }
  return answers
}

/** The paths of the API that need no more than the id of an organization, project, issue or event. */
function readablePaths(): string[] {
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as {
    paths: Record<string, { get?: object }>
  }
  return Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && !unread.test(path) && !/\{(?!id\})/.test(path))
    .map(([path]) => path)
}
