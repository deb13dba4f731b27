import { describe, expect, it } from 'vitest'
import { isApart } from './apart-templates.ts'
import { closeOrganization, createTeam, join, organizationOf } from './organization.ts'
import { digested, newReporter } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

// A right is taken away while requests of that member run. Once that is answered, nothing of theirs is accepted, and what
// was refused has left nothing behind. Another process takes it away, so that no process can know of the requests.

const server = await startServer({ digest: true })
const other = await startServer({ beside: server })
const { pool, accounts } = server.database

interface Stage {
  owner: Session
  organization: string
  member: Session & { id: string }
  team: string
  project: string
}

const at = ({ organization }: Stage) => `/api/organizations/${organization}` as const
const ways: [name: string, isClosed: boolean, take: (stage: Stage) => [string, string, object?]][] = [
  ['a role', false, (stage) => ['PATCH', `${at(stage)}/members/${stage.member.id}`, { role: 'viewer' }]],
  ['a membership', false, (stage) => ['DELETE', `${at(stage)}/members/${stage.member.id}`]],
  ['a team', true, (stage) => ['DELETE', `${at(stage)}/teams/${stage.team}/members/${stage.member.id}`]],
  ['a team’s project', true, (stage) => ['DELETE', `${at(stage)}/teams/${stage.team}/projects/${stage.project}`]],
  ['all of a team', true, (stage) => ['DELETE', `${at(stage)}/teams/${stage.team}`]],
  ['openness', false, (stage) => ['PATCH', at(stage), { membership: 'closed' }]],
]

/** How often each is taken away, with writers of every kind at work. */
const rounds = 4

describe.each(ways)('%s taken away while its member writes', (_name, isClosed, take) => {
  it('ends all writing with its response, and leaves nothing by halves', async () => {
    for (let round = 0; round < rounds; round++) {
      const app = await newReporter(server)
      const owner = app.session
      const organization = await organizationOf(owner)
      const member = await join(server, { owner, organization, role: 'member' })
      const reported = [await app.report(), await app.report({ exception_type: 'RangeError' })]
      await digested(server)
      const [issue, second] = reported.map(({ issue_id }) => issue_id)
      const projects = [app.project.id]
      // In no team, if it is the openness that ends.
      const members = isClosed ? [member.id] : []
      const { id: team } = await createTeam(owner, organization, { name: 'Web', members, projects })
      if (isClosed) await closeOrganization(owner, organization)

      const accepted = { comments: [] as string[], undos: 0 }
      const after: number[] = []
      let isTaken = false
      let isOver = false
      let begunBefore = 0
      const write = async (method: string, path: string, body?: object) => {
        const isAfter = isTaken
        if (!isAfter) begunBefore += 1
        const response = await member.raw<{ undo_id?: string } | undefined>(method, path, { ...(body && { body }) })
        if (isAfter) after.push(response.status)
        else begunBefore -= 1
        if (response.body?.undo_id) accepted.undos += 1
        return response
      }
      let comments = 0
      const writers = [
        ...Array.from({ length: 3 }, () => async () => {
          const text = `comment ${++comments}`
          const { status } = await write('POST', `/api/issues/${issue}/comments`, { text })
          if (status === 201) accepted.comments.push(text)
        }),
        () => write('PATCH', `/api/issues/${issue}`, { status: comments % 2 === 0 ? 'resolved' : 'unresolved' }),
        () => write('PATCH', `/api/issues/${second}`, { assignee_id: comments % 2 === 0 ? member.id : null }),
        async () => {
          const { body } = await write('POST', `/api/issues/${issue}/merge`, { ids: [second] })
          if (body?.undo_id && (await write('POST', `/api/undo/${body.undo_id}`)).status === 200) accepted.undos -= 1
        },
      ]
      const work = writers.map(async (step) => {
        while (!isOver) await step()
      })
      while (accepted.comments.length < 5) await new Promise((resolve) => setImmediate(resolve))

      const [method, path, body] = take({ owner, organization, member, team, project: app.project.id })
      const taken = await other.raw(method, path, { token: owner.token, ...(body && { body }) })
      isTaken = true
      // With events on another server, a change that the accounts committed before may follow a moment later (ADR 58).
      while (isApart() && begunBefore > 0) await new Promise((resolve) => setImmediate(resolve))
      const atResponse = await stored(member)
      expect(taken.status).toBeLessThan(300)
      while (after.length < 12) await new Promise((resolve) => setImmediate(resolve))
      isOver = true
      await Promise.all(work)

      expect(new Set(after.map((status) => status >= 400))).toEqual(new Set([true]))
      const atEnd = await stored(member)
      expect(atEnd).toEqual(atResponse)
      expect(atEnd.comments).toEqual(accepted.comments.sort())
      expect(atEnd.undos).toBe(accepted.undos)
      // The issues are as whoever is left sees them: counted once, whether merged or apart.
      const { issues } = (await owner.request('GET', '/api/issues?status=all')).body
      expect(issues.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(2)
    }
  })
})

/** Reads everything that a member has written. */
async function stored({ id }: { id: string }) {
  const user = [id.slice(4)]
  const activity = await pool.query<{ activity: number; comments: string[] }>(
    `select count(*)::int as activity,
            coalesce(array_agg(a.details ->> 'text' order by a.details ->> 'text') filter (where a.kind = 'commented'), '{}') as comments
       from issue_activity a where replace(a.user_id::text, '-', '') = $1`,
    user,
  )
  const undos = await accounts.query<{ undos: number }>(
    `select count(*)::int as undos from undos d where replace(d.user_id::text, '-', '') = $1`,
    user,
  )
  return { ...activity.rows[0]!, ...undos.rows[0]! }
}
