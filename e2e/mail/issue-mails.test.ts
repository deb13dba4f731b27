import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpCatcher, startSmtpCatcher } from '../../apps/server/test/smtp-catcher.ts'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'

const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const kills = process.env.BUGLE_LONG === '1' ? 40 : 3

let smtp: SmtpCatcher
let server: BuiltServer
let ann: Account
let project: Project

beforeAll(async () => {
  smtp = await startSmtpCatcher()
  server = await BuiltServer.install({
    BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    BUGLE_MAIL_FROM: 'bugle@example.com',
    BUGLE_ISSUE_MAIL_DELAY: '1s',
    BUGLE_ISSUE_MAIL_PACE: '1s',
    BUGLE_ISSUE_MAILS: '10000',
  })
  server.start()
  await server.ready()
  ann = await register(server.url, 'ann')
  project = await createProject(ann, 'shop')
  await confirmEmail()
})
afterAll(async () => {
  await server.remove()
  await smtp.close()
})

/** Follows the confirmation link that is mailed to a new user. */
async function confirmEmail(): Promise<void> {
  const link = () => smtp.mails.map(({ text }) => /confirm-email#token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
  while (link() === undefined) await pause(20)
  const response = await fetch(`${server.url}/api/auth/email/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link() }),
  })
  expect(response.status).toBe(204)
}

async function report(name: string): Promise<string> {
  const response = await fetch(`${server.url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': project.ingestToken },
    body: JSON.stringify({ exception_type: name, message: 'x', platform: 'node', app_id: project.app_id }),
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { issue_id: string }).issue_id
}

/** Message-IDs of the mails about each issue: the same mail twice counts once. */
function statements(): Map<string, Set<string>> {
  const reported = new Map<string, Set<string>>()
  for (const { text, headers } of smtp.mails)
    for (const [, id] of text.matchAll(/\/issues\/(iss_\w+)/g))
      reported.set(id!, (reported.get(id!) ?? new Set()).add(headers['message-id']!))
  return reported
}

it('every new issue is in exactly one mail, whatever is killed when', async () => {
  const issues: string[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    for (let n = 0; n < 3; n += 1) issues.push(await report(`Kill${kill}N${n}Error`))
    // Before, during and after collection, and during sending.
    await pause(random.below(3000))
    await server.kill()
    server.start()
    await server.ready()
  }
  while (issues.some((id) => !statements().has(id))) await pause(100)
  await server.stop()
  const reported = statements()
  const often = issues.filter((id) => reported.get(id)!.size !== 1)
  expect(often, `seed ${seed}: ${JSON.stringify([...reported].map(([id, mails]) => [id, [...mails]]))}`).toEqual([])
  for (const { to } of smtp.mails) expect(to).toBe(ann.email)
})
