import { expect, it } from 'vitest'
import { startServer } from './start-server.ts'

const server = await startServer()

it('creates one account from twenty simultaneous registrations of one e-mail', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const email = index % 2 === 0 ? 'race@example.com' : 'RACE@example.com'
      const body = { email, password: 'correct horse', name: `Ann ${index}` }
      return server.request('POST', '/api/auth/register', { body })
    }),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'email_taken')).toHaveLength(19)
  const { rows } = await server.database.pool.query(
    'select (select count(*) from users) as users, (select count(*) from organizations) as organizations',
  )
  expect(rows).toEqual([{ users: 1, organizations: 1 }])
})

it('leaves one live token after twelve simultaneous logins of one kind, and the other kinds alone', async () => {
  const web = await server.register({ kind: 'web' })
  const sessions = await Promise.all(Array.from({ length: 12 }, () => server.logIn({ ...web, kind: 'cli' })))
  const answers = await Promise.all(sessions.map((session) => session.request('GET', '/api/auth/me')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'session_replaced')).toHaveLength(11)
  await web.me()
})

it('leaves one working ingest token after eight simultaneous regenerations', async () => {
  const ann = await server.register()
  const { project, ingest_token } = await ann.createProject()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ann.request('POST', `/api/projects/${project.id}/regenerate`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const tokens = [ingest_token, ...answers.map(({ body }) => body.ingest_token as string)]
  expect(new Set(tokens).size).toBe(9)
  const { rows } = await server.database.pool.query(
    'select last4 from ingest_tokens where revoked_at is null and (expires_at is null or expires_at > now())',
  )
  expect(rows).toHaveLength(1)
  const shown = await ann.request('GET', `/api/projects/${project.id}`)
  expect(shown.body.project.ingest_token_last4).toBe(rows[0].last4)
})

it('gives projects of one name that are created simultaneously distinct prefixes', async () => {
  const ann = await server.register()
  await Promise.all(Array.from({ length: 6 }, () => ann.createProject({ name: 'Kiosk' })))
  const { rows } = await server.database.pool.query(
    `select short_prefix from projects where name = 'Kiosk' order by short_prefix`,
  )
  expect(rows.map((row) => row.short_prefix)).toEqual(['KIOSK', 'KIOSK2', 'KIOSK3', 'KIOSK4', 'KIOSK5', 'KIOSK6'])
})
