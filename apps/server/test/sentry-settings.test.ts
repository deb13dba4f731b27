import { beforeEach, describe, expect, it } from 'vitest'
import { digested, newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { storedText } from './stored-text.ts'

// Settings of a project for Sentry’s SDKs: data that is kept of events, and origins that may send them.

const server = await startServer({ digest: true })
let app: Reporter
let key: { id: number; key: string }
let number: number
let round = 0
let planted: Record<'mail' | 'address' | 'name' | 'secret' | 'iban' | 'card' | 'body' | 'variable' | 'argument', string>

beforeEach(async () => {
  app = await newReporter(server)
  number = numberOf(app)
  key = (await app.session.request('POST', `${path()}/dsn-keys`, { body: { label: 'tests' } })).body
  round += 1
  planted = {
    mail: `planted.${round}@example.com`,
    address: `203.0.113.${round}`,
    name: `Planted Person ${round}`,
    secret: `planted-secret-${round}`,
    iban: `DE00planted${round}`,
    card: ['4242424242424242', '5555555555554444', '4000056655665556', '4111111111111111', '4012888888881881'][
      round % 5
    ]!,
    body: `planted-body-${round}`,
    variable: `planted-variable-${round}`,
    argument: `planted-argument-${round}`,
  }
})

const path = () => `/api/projects/${app.project.id}` as const
const change = (body: object) => app.session.request('PATCH', `${path()}/sentry-settings`, { body })

function anError(more: object = {}) {
  const { mail, address, name, secret, iban, card, body, variable, argument } = planted
  return {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    platform: 'python',
    timestamp: Date.now() / 1000,
    user: { id: 'u-1', email: mail, ip_address: address, name },
    request: { url: 'https://x/', method: 'POST', cookies: secret, data: { note: body, api_key: secret, card } },
    extra: { 'sys.argv': [argument], iban, note: `iban=${iban}` },
    exception: {
      values: [
        {
          type: 'PlantedError',
          value: 'x',
          stacktrace: { frames: [{ function: 'f', vars: { rows: variable, api_key: secret } }] },
        },
      ],
    },
    ...more,
  }
}

async function send(event: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/${number}/envelope/?sentry_key=${key.key}`, {
    method: 'POST',
    headers,
    body: `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`,
  })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code }
}

async function latest() {
  await digested(server)
  const { body } = await app.session.request('GET', `${path()}/issues?status=all`)
  return (await app.session.request('GET', `/api/issues/${body.issues[0]!.id}/events/latest`)).body.event
}

/** Sends the error, and returns the names of the planted texts that were stored of it. */
async function stored(): Promise<string[]> {
  expect(await send(anError())).toMatchObject({ status: 200 })
  await digested(server)
  const all = await storedText(server.database.pool)
  return Object.entries(planted).flatMap(([name, text]) => (all.includes(text) ? [name] : []))
}

describe('of an event is stored', () => {
  it('by default nothing of a person, a body or a secret', async () => {
    expect(await stored()).toEqual(['iban', 'variable', 'argument'])
    expect((await app.session.request('GET', `${path()}/sentry-settings`)).body).toEqual({
      keep_user_fields: false,
      keep_request_body: false,
      drop_vars: false,
      sensitive_keys: [],
      require_app_id: false,
    })
  })

  it('with keep_user_fields the person, shown beside the anonymous id', async () => {
    expect((await change({ keep_user_fields: true })).body).toMatchObject({ keep_user_fields: true })
    expect(await stored()).toEqual(['mail', 'address', 'name', 'iban', 'variable', 'argument'])
    const { mail, address, name } = planted
    expect(await latest()).toMatchObject({
      user_id: 'u-1',
      contexts: { user: { email: mail, ip_address: address, name } },
    })
  })

  it('with keep_request_body the body, without its secrets', async () => {
    await change({ keep_request_body: true })
    expect(await stored()).toEqual(['iban', 'body', 'variable', 'argument'])
    expect((await latest()).contexts).toHaveProperty('request.data', {
      note: planted.body,
      api_key: '[removed]',
      card: '[removed]',
    })
  })

  it('with drop_vars no variable and no argument', async () => {
    await change({ drop_vars: true })
    expect(await stored()).toEqual(['iban'])
    expect((await latest()).scrubbed).toEqual(expect.arrayContaining(['exception.0.vars', 'extra.sys.argv']))
  })

  it('with sensitive_keys nothing of these names', async () => {
    expect((await change({ sensitive_keys: ['IBAN', 'rows', 'rows'] })).body.sensitive_keys).toEqual(['iban', 'rows'])
    expect(await stored()).toEqual(['argument'])
  })

  it('of OpenTelemetry the same', async () => {
    const { mail, iban, secret } = planted
    const attributes = (values: object) =>
      Object.entries(values).map(([name, stringValue]) => ({ key: name, value: { stringValue } }))
    const export_ = (type: string) => ({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  severityNumber: 17,
                  attributes: attributes({
                    'exception.type': type,
                    'exception.message': `token=${secret}`,
                    'user.id': 'u-1',
                    'user.email': mail,
                    iban,
                  }),
                },
              ],
            },
          ],
        },
      ],
    })
    const post = (body: object) =>
      fetch(`${server.url}/otlp/v1/logs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${app.token}` },
        body: JSON.stringify(body),
      })
    await change({ sensitive_keys: ['iban'] })
    expect((await post(export_('FirstError'))).status).toBe(200)
    await digested(server)
    const before = await storedText(server.database.pool)
    expect([mail, iban, secret].filter((text) => before.includes(text))).toEqual([])
    await change({ sensitive_keys: [], keep_user_fields: true, require_app_id: true })
    const codeOf = async (type: string) => {
      const response = await post(export_(type))
      return [response.status, (await response.json()).code]
    }
    // Ingest hears of a change by a notification, which may arrive after the response.
    await expect.poll(() => codeOf('SecondError')).toEqual([403, 'app_id_mismatch'])
    await change({ require_app_id: false })
    await expect.poll(() => codeOf('ThirdError')).toEqual([200, undefined])
    await digested(server)
    const after = await storedText(server.database.pool)
    expect([mail, iban, secret].filter((text) => after.includes(text))).toEqual([mail, iban])
  })
})

describe('an event is refused', () => {
  it('that names no app_id of the project, if one is required', async () => {
    expect((await send(anError({ release: 'other@1' }))).status).toBe(200)
    await change({ require_app_id: true })
    const ofOther = () => send(anError({ release: 'other@1' }))
    await expect.poll(ofOther).toEqual({ status: 403, code: 'app_id_mismatch' })
    expect(await send(anError())).toEqual({ status: 403, code: 'app_id_mismatch' })
    expect((await send(anError({ release: `${app.project.app_id}@1` }))).status).toBe(200)
    const contexts = { app: { app_identifier: app.project.app_id } }
    expect((await send(anError({ contexts }))).status).toBe(200)
    await expect.poll(async () => (await app.outcomes()).app_id_mismatch).toBe(2)
  })

  it('of a page of another origin, if its DSN names some', async () => {
    const { body, status } = await app.session.request('PATCH', `${path()}/dsn-keys/${key.id}`, {
      body: { allowed_origins: ['https://*.shop.example'], label: 'web' },
    })
    expect([status, body.label, body.allowed_origins]).toEqual([200, 'web', ['https://*.shop.example']])
    expect((await send(anError(), { origin: 'https://www.shop.example' })).status).toBe(200)
    expect((await send(anError())).status).toBe(200)
    expect(await send(anError(), { origin: 'https://evil.example' })).toEqual({
      status: 403,
      code: 'origin_not_allowed',
    })
    await expect
      .poll(async () => (await app.readOutcomes()).refused)
      .toMatchObject([{ reason: 'origin_not_allowed', total: 1, latest_detail: 'https://evil.example' }])
    const all = await app.session.request('PATCH', `${path()}/dsn-keys/${key.id}`, { body: { allowed_origins: [] } })
    expect(all.body.allowed_origins).toEqual([])
    expect((await send(anError(), { origin: 'https://evil.example' })).status).toBe(200)
  })
})

it('settings are checked, and changes are in the audit trail', async () => {
  expect((await change({ sensitive_keys: ['a b'] })).status).toBe(422)
  expect((await change({ keep_user_fields: 'yes' })).status).toBe(422)
  const wrong = await app.session.request('PATCH', `${path()}/dsn-keys/${key.id}`, {
    body: { allowed_origins: ['https://x/y'] },
  })
  expect(wrong.status).toBe(422)
  await change({ drop_vars: true, sensitive_keys: ['iban'] })
  const { body } = await app.session.request('GET', `/api/organizations/${app.project.organization_id}/audit`)
  expect(body.entries[0]).toMatchObject({
    action: 'sentry_settings.changed',
    details: { project: app.project.name, drop_vars: 'true', sensitive_keys: 'iban' },
  })
})
