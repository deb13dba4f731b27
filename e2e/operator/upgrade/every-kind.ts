import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ProjectPage } from '@bugle/protocol'
import { build } from 'esbuild'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { uploadMap } from '../../dashboard/minified-shop.ts'
import { type Account, createProject, listIssues, type Project, register, request } from '../../harness/account.ts'

/**
 * Does what the samples of npm run dev leave out, through the API of the running server, so that the tables hold rows of
 * every kind. A passkey and an identity take an authenticator and a provider: their rows are written by hand.
 */
export async function doEverything(owner: Account, database: pg.ClientConfig): Promise<void> {
  const [organization] = (await request(owner, 'GET', '/api/organizations')).organizations
  const at = `/api/organizations/${organization!.id}` as const
  const project = await createProject(owner, 'Every kind', 'com.example.every')
  await notify(owner, at)
  await sendItems(project)
  await deployReleases(owner, project)
  await uploadFiles(owner, project)
  await keepIssues(owner, project)
  await protectAccounts(owner, database)
}

/** A rule whose channel nobody answers, hours of rest, and a device. */
async function notify(owner: Account, at: `/api/organizations/${string}`): Promise<void> {
  const config = { url: 'http://127.0.0.1:9/hook' }
  const { channel } = await request(owner, 'POST', `${at}/channels`, { kind: 'webhook', name: 'Hook', config })
  await request(owner, 'POST', `${at}/alert-rules`, {
    name: 'All',
    triggers: ['issue.new', 'issue.regressed', 'monitor.failed'],
    channel_ids: [channel.id],
  })
  await request(owner, 'PATCH', '/api/me/mail-times', {
    quiet_hours: { from: '22:00', to: '06:00', time_zone: 'Europe/Berlin' },
    digest: { every: 'daily', time_zone: 'Europe/Berlin' },
  })
  await request(owner, 'PATCH', '/api/me/mails', { mention: false })
  const device = createECDH('prime256v1')
  await request(owner, 'POST', '/api/me/push', {
    kind: 'webpush',
    endpoint: 'https://127.0.0.1:9/device',
    p256dh: device.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  })
}

/** An event with a file, and a session that met an error. */
async function sendItems(project: Project): Promise<void> {
  const { event_id } = await ingest(project, '/ingest', {
    ...event,
    exception_type: 'FileError',
    message: 'with a file',
  })
  const query = new URLSearchParams({ app_id: project.app_id, event_id, name: 'cart.txt', type: 'text/plain' })
  await ingest(project, `/ingest/attachments?${query}`, 'three items')
  const session = { id: randomUUID(), started_at: Date.now(), status: 'errored', errors: 1, user_id: 'u-7' }
  await ingest(project, '/ingest/sessions', { app_id: project.app_id, release: 'every@1', sessions: [session] })
}

async function deployReleases(owner: Account, { id }: Project): Promise<void> {
  const release = `/api/projects/${id}/releases/every@1` as const
  await request(owner, 'PUT', release, { url: 'https://example.com/every', started_at: new Date().toISOString() })
  await request(owner, 'POST', `${release}/deploys`, { environment: 'production', name: 'first' })
}

/** A source map that resolves a stack, and an upload that nobody finished. */
async function uploadFiles(owner: Account, project: Project): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: "export function pay() { throw new Error('boom') }", sourcefile: 'pay.ts', loader: 'ts' },
    ...{ bundle: true, minify: true, format: 'esm', sourcemap: 'external', outfile: 'pay.js', write: false },
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text
  const column = textOf('.js').indexOf('Error(') + 1
  const stack = `Error: boom\n    at t (https://shop.example/assets/pay.js:1:${column})`
  await ingest(project, '/ingest', { ...event, release: 'every@1', stack, platform: 'web' })
  await uploadMap(owner, project, { name: 'pay.js.map', text: textOf('.js.map'), release: 'every@1' })

  const texts = ['{"version":3,"sources":[]}', '{"version":3,"sources":["a.ts"]}']
  const files = texts.map((text, index) => {
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { name: `${index}.js.map`, size: text.length, sha256, chunks: [sha256] }
  })
  await request(owner, 'POST', `/api/projects/${project.id}/uploads`, { files })
  await expectOk(
    await fetch(`${owner.url}/api/projects/${project.id}/uploads/chunks/${files[0]!.sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      body: texts[0]!,
    }),
  )
}

/** A view, a deleted issue, an export of a person, and choices about notifications. */
async function keepIssues(owner: Account, project: Project): Promise<void> {
  await request(owner, 'POST', '/api/views', { name: 'Mine', filter: { query: 'is:unresolved' } })
  await request(owner, 'PUT', `/api/projects/${project.id}/seen`)
  await request(owner, 'PATCH', `/api/projects/${project.id}/notifications`, {
    project: { new_issues: 'on' },
    own: { new_issues: 'off' },
  })
  const { projects }: ProjectPage = await request(owner, 'GET', '/api/projects')
  const shop = projects.find(({ name }) => name === 'Web shop')!
  const [issue] = await listIssues(owner, shop)
  await request(owner, 'DELETE', `/api/issues/${issue!.id}`)
  // The first request makes the export.
  await request(owner, 'GET', `/api/projects/${project.id}/people/u-7`)
}

/** Another account with a second factor, and every half-finished way to log in. */
async function protectAccounts(owner: Account, database: pg.ClientConfig): Promise<void> {
  const { url } = owner
  const other = await register(url, 'careful', 'cli')
  const { password } = other
  const { secret } = await request(other, 'POST', '/api/me/totp', { password })
  await request(other, 'POST', '/api/me/totp/confirm', { code: new TOTP({ secret }).generate() })
  await request(other, 'POST', '/api/me/passkeys/options', { password })
  await request(owner, 'POST', '/api/me/links', { password: owner.password })
  const logIn = (body: object) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await logIn({ email: other.email, password: 'not the password' })
  const { totp_token } = (await (await logIn({ email: other.email, password })).json()) as { totp_token: string }
  await fetch(`${url}/api/auth/login/totp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ totp_token, code: '000000' }),
  })

  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
        select users.id, '\\x01', '\\x02', 0, '{internal}', 'Phone', true from users where users.email = $1`,
      [other.email],
    )
    await client.query(
      `insert into identities (user_id, issuer, subject)
        select users.id, 'https://sso.example.com', 'careful' from users where users.email = $1`,
      [other.email],
    )
  } finally {
    await client.end()
  }
}

const event = { exception_type: 'Error', message: 'boom', platform: 'node', user: { id: 'u-7' } }

async function ingest(project: Project, path: string, body: object | string): Promise<{ event_id: string }> {
  const isText = typeof body === 'string'
  const response = await fetch(project.owner.url + path, {
    method: 'POST',
    headers: {
      'content-type': isText ? 'application/octet-stream' : 'application/json',
      'x-service-token': project.ingestToken,
    },
    body: isText ? body : JSON.stringify({ app_id: project.app_id, ...body }),
  })
  return JSON.parse(await expectOk(response))
}

async function expectOk(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} → ${response.status} ${text}`)
  return text
}
