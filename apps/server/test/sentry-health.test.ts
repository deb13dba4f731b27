import type { Monitor, MonitorList } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { digested } from './reporter.ts'
import { type Item, newSentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

// Sessions, monitors and feedback, as Sentry's SDKs send them.

/** Sessions of the script: 10,000 in the long run. */
const sessions = process.env.BUGLE_LONG === '1' ? 10_000 : 200
const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })

const newId = () => crypto.randomUUID().replaceAll('-', '')

async function newApp() {
  const app = await newSentryApp(server)
  const send = async (...items: Item[]) => expect((await app.post(items)).status).toBe(200)
  return { ...app, send }
}

describe('sessions', () => {
  it('give exact crash-free rates, whatever is reported twice', async () => {
    const app = await newApp()
    const attrs = { release: 'shop@1.0', environment: 'production', ip_address: '203.0.113.9' }
    const started = new Date().toISOString()
    const session = (sid: string, change: object) =>
      ['session', { sid, did: sid, started, attrs, ...change }] as [string, unknown]
    const items: [string, unknown][] = []
    const ends = { crashed: 0, abnormal: 0, exited: 0 }
    for (let index = 0; index < sessions; index++) {
      const sid = crypto.randomUUID()
      items.push(session(sid, { init: true, status: 'ok', errors: 0 }))
      if (index % 10 === 0) {
        items.push(session(sid, { status: 'ok', errors: 1 }), session(sid, { status: 'ok', errors: 2 }))
        const end = index % 20 === 0 ? 'crashed' : index % 30 === 10 ? 'abnormal' : 'exited'
        ends[end] += 1
        items.push(session(sid, { status: end, errors: 2 }), session(sid, { status: end, errors: 2 }))
      } else items.push(session(sid, { status: 'exited', errors: 0 }))
    }
    for (let at = 0; at < items.length; at += 50) await app.send(...items.slice(at, at + 50))
    await app.send(['sessions', { attrs, aggregates: [{ started, exited: 95, errored: 3, crashed: 2 }] }])
    await expect
      .poll(async () => (await app.session.get(`/api/projects/${app.project.id}/release-health`)).releases[0])
      .toMatchObject({
        release: 'shop@1.0',
        environment: 'production',
        sessions: sessions + 100,
        crashed: ends.crashed + 2,
        abnormal: ends.abnormal,
        errored: ends.exited + 3,
        crash_free_sessions: 1 - (ends.crashed + 2) / (sessions + 100),
        users: sessions,
        crash_free_users: 1 - ends.crashed / sessions,
        adoption: 1,
      })
  })
})

describe('releases and environments', () => {
  it('of a day are bounded: sessions of further ones count as other, and none is lost', async () => {
    const app = await newApp()
    const aggregates = [{ started: new Date().toISOString(), exited: 2 }]
    for (let at = 0; at < 250; at += 50)
      await app.send(
        ...Array.from({ length: 50 }, (_, n): Item => ['sessions', { attrs: { release: `r${at + n}` }, aggregates }]),
      )
    const { pool } = server.database
    const rows = async () =>
      (
        await pool.query<{ release: string; started: number }>(
          'select h.release, sum(h.started)::int8 as started from session_hourly h where h.project_id = $1 group by 1',
          [app.number],
        )
      ).rows
    await expect.poll(async () => (await rows()).reduce((sum, { started }) => sum + started, 0)).toBe(500)
    expect(await rows()).toHaveLength(201)
    expect((await rows()).find(({ release }) => release === 'other')?.started).toBe(100)
  })
})

describe('a monitor', () => {
  it('is made by its first check-in, fails as an issue, and resolves it again', async () => {
    const app = await newApp()
    const config = { schedule: { type: 'crontab', value: '0 3 * * *' }, timezone: 'Europe/Berlin', checkin_margin: 5 }
    const id = newId()
    await app.send([
      'check_in',
      { check_in_id: id, monitor_slug: 'Nightly Backup', status: 'in_progress', monitor_config: config },
    ])
    await app.send(['check_in', { check_in_id: id, monitor_slug: 'Nightly Backup', status: 'error', duration: 2 }])
    const monitor = () => app.session.get(`/api/projects/${app.project.id}/monitors/nightly-backup`)
    await expect.poll(async () => (await monitor()).monitor?.environments[0]?.status).toBe('failing')
    const { environments, check_ins, ...rest } = (await monitor()).monitor
    expect(rest).toMatchObject({ slug: 'nightly-backup', schedule: '0 3 * * *', timezone: 'Europe/Berlin' })
    expect(environments[0]!.next_due_at).toMatch(/T0[12]:00:00/)
    expect(check_ins).toMatchObject([{ status: 'error', duration_ms: 2000 }])
    const issues = async () => {
      await digested(server)
      return (await app.session.request('GET', `/api/projects/${app.project.id}/issues?status=all`)).body.issues
    }
    await expect.poll(async () => (await issues()).length).toBe(1)
    expect((await issues())[0]).toMatchObject({
      type: 'MonitorFailure',
      message: 'nightly-backup reported a failure',
      status: 'unresolved',
    })
    const curl = await fetch(`${server.url}/api/${app.number}/cron/nightly-backup/${app.key}/?status=ok`)
    expect(curl.status).toBe(202)
    await expect.poll(async () => (await issues())[0]!.status).toBe('resolved')
    expect(
      (await app.session.get(`/api/projects/${app.project.id}/monitors`)).monitors[0]!.environments[0]!,
    ).toMatchObject({ status: 'ok', failing_since: null })
  })

  it('counts each of many failures that come together, and keeps its newest thousand check-ins', async () => {
    const app = await newApp()
    const failures = Array.from({ length: 100 }, (): Item => ['check_in', { monitor_slug: 'busy', status: 'error' }])
    for (let n = 0; n < 15; n++) await app.send(...failures)
    const issues = async () => {
      await digested(server)
      return (await app.session.get(`/api/projects/${app.project.id}/issues`)).issues
    }
    await expect.poll(async () => (await issues())[0]?.count).toBe(1500)
    const { pool } = server.database
    const kept = async () =>
      (await pool.query('select count(*) as n from check_ins c where c.project_id = $1', [app.number])).rows[0].n
    await expect.poll(kept).toBe(1000)
  })

  it('knows how long a job ran whose start and end are reported together, and which one an end without id means', async () => {
    const app = await newApp()
    const [first, second] = [newId(), newId()]
    const checkIn = (status: string, id?: string): Item => [
      'check_in',
      { monitor_slug: 'job', status, ...(id && { check_in_id: id }) },
    ]
    await app.send(checkIn('in_progress', first))
    await expect
      .poll(
        async () => (await app.session.get(`/api/projects/${app.project.id}/monitors`)).monitors[0]?.check_ins.length,
      )
      .toBe(1)
    await app.send(checkIn('in_progress', second), checkIn('ok'), checkIn('ok'))
    const ended = async () => {
      const { check_ins } = (await app.session.get(`/api/projects/${app.project.id}/monitors/job`)).monitor
      return check_ins.map(({ status }: { status: string }) => status)
    }
    await expect.poll(ended).toEqual(['ok', 'ok'])
    const { check_ins } = (await app.session.get(`/api/projects/${app.project.id}/monitors/job`)).monitor
    for (const { duration_ms } of check_ins) expect(duration_ms).toBeGreaterThanOrEqual(0)
  })

  it('refuses an address without a status that is known', async () => {
    const app = await newApp()
    const { status } = await fetch(`${server.url}/api/${app.number}/cron/x/?sentry_key=${app.key}&status=maybe`)
    expect(status).toBe(400)
  })

  it.each([
    ['missed', 'did not start on time'],
    ['timeout', 'did not finish in time'],
  ])('notices a check-in that is %s', async (how, sentence) => {
    const app = await newApp()
    const config = { schedule: { type: 'interval', value: 1, unit: 'day' }, max_runtime: 1 }
    const status = how === 'missed' ? 'ok' : 'in_progress'
    await app.send(['check_in', { check_in_id: newId(), monitor_slug: how, status, monitor_config: config }])
    await expect
      .poll(async () => (await app.session.get(`/api/projects/${app.project.id}/monitors`)).monitors.length)
      .toBe(1)
    // The clock of the worker is not ours: the day passes in the tables.
    const { pool } = server.database
    await pool.query(`update monitor_environments set next_due_at = now() - interval '1 hour' where slug = 'missed'`)
    await pool.query(`update check_ins set times_out_at = now() - interval '1 hour' where slug = 'timeout'`)
    await pool.query(`select pg_notify('bugle_health', '')`)
    await expect
      .poll(
        async () =>
          (await app.session.get(`/api/projects/${app.project.id}/monitors`)).monitors[0]!.environments[0]!.last_status,
      )
      .toBe(how)
    await digested(server)
    const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
    expect(issues[0]!.message).toBe(`${how} ${sentence}`)
  })
})

describe('feedback', () => {
  it('is linked to its event', async () => {
    const app = await newApp()
    const event = {
      event_id: newId(),
      timestamp: Date.now() / 1000,
      exception: { values: [{ type: 'E', value: 'x' }] },
    }
    await app.send(['event', event])
    const feedback = {
      message: 'It broke',
      name: 'Bea',
      contact_email: 'bea@example.com',
      associated_event_id: event.event_id,
    }
    await app.send(['feedback', { event_id: newId(), contexts: { feedback } }])
    await app.send([
      'user_report',
      { event_id: event.event_id, comments: 'Me too', name: 'Cy', email: 'cy@example.com' },
    ])
    const list = async () => (await app.session.get(`/api/projects/${app.project.id}/feedback`)).feedback
    await expect.poll(async () => (await list()).filter((one: { event_id: unknown }) => one.event_id).length).toBe(2)
    expect((await list()).map((one) => [one.message, one.email]).sort()).toEqual([
      ['It broke', 'bea@example.com'],
      ['Me too', 'cy@example.com'],
    ])
    const { id, event_id, issue_id } = (await list())[0]!
    expect((await app.readEvent(event_id!)).client_id).toBe(event.event_id)
    await app.send(['feedback', { event_id: newId(), contexts: { feedback: { message: 'Nice shop' } } }])
    await expect.poll(async () => (await list()).length).toBe(3)
    expect(
      (await app.session.get(`/api/projects/${app.project.id}/feedback?issue_id=${issue_id}`)).feedback,
    ).toHaveLength(2)
    const elsewhere = `/api/projects/${app.project.id}/feedback?issue_id=iss_zz` as const
    expect((await app.session.request('GET', elsewhere)).status).toBe(404)
    const gone = await app.session.request('DELETE', `/api/projects/${app.project.id}/feedback/${id}`)
    expect([gone.status, (await list()).length]).toEqual([204, 2])
  })

  it('comes by the dialog of a crashed page', async () => {
    const app = await newApp()
    const address = `${server.url}/api/embed/error-page/?dsn=${encodeURIComponent(app.dsn)}&eventId=${newId()}` as const
    const script = await fetch(`${address}&title=</script>`)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    const form = { name: 'Bea', email: 'bea@example.com', comments: 'I clicked' }
    const sent = await fetch(address, { method: 'POST', body: new URLSearchParams(form) })
    const trapped = await fetch(address, { method: 'POST', body: new URLSearchParams({ ...form, website: 'x' }) })
    expect([sent.status, trapped.status]).toEqual([200, 200])
    await expect
      .poll(async () => (await app.session.get(`/api/projects/${app.project.id}/feedback`)).feedback.length)
      .toBe(1)
    expect((await app.session.get(`/api/projects/${app.project.id}/feedback`)).feedback[0]!).toMatchObject({
      message: 'I clicked',
      name: 'Bea',
    })
    expect((await fetch(`${server.url}/api/embed/error-page/?dsn=x`)).status).toBe(401)
    const more = Array.from({ length: 25 }, () => fetch(address, { method: 'POST', body: new URLSearchParams(form) }))
    const statuses = (await Promise.all(more)).map(({ status }) => status)
    // Twenty an hour of one address.
    expect(statuses.filter((status) => status === 200)).toHaveLength(19)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })
})

describe('a monitor made on the screen', () => {
  it('is expected from then on, becomes failing without a check-in, and keeps its name when its schedule changes', async () => {
    const app = await newApp()
    const path = `/api/projects/${app.project.id}/monitors/nightly-backup` as const
    const put = (body: object) => app.session.raw<Monitor>('PUT', path, { body })
    for (const [body, field] of [
      [{ schedule: 'now and then' }, 'schedule'],
      [{ schedule: '0 3 * * *', timezone: 'Mars/Base' }, 'timezone'],
    ] as const) {
      const refused = await put(body)
      expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [field]])
    }
    const made = await put({ schedule: '0 3 * * *', timezone: 'Europe/Berlin', margin_minutes: 5 })
    expect([made.status, made.body.monitor]).toMatchObject([
      200,
      {
        slug: 'nightly-backup',
        schedule: '0 3 * * *',
        timezone: 'Europe/Berlin',
        margin_minutes: 5,
        max_runtime_minutes: 30,
        environments: [{ environment: 'production', status: 'waiting' }],
      },
    ])
    const due = Date.parse(made.body.monitor.environments[0]!.next_due_at!)
    expect(due).toBeGreaterThan(Date.now())
    const changed = await put({ schedule: 'every 2 hours' })
    expect(changed.body.monitor).toMatchObject({ schedule: 'every 2 hours', timezone: 'UTC' })
    expect(Date.parse(changed.body.monitor.environments[0]!.next_due_at!)).toBeLessThan(Date.now() + 3 * 3_600_000)
    // As if the time had passed.
    const { pool } = server.database
    await pool.query(
      `update monitor_environments set next_due_at = now() - interval '1 hour' where slug = 'nightly-backup'`,
    )
    await expect
      .poll(async () => (await app.session.get(`/api/projects/${app.project.id}/monitors`)) as MonitorList)
      .toMatchObject({ missed_24h: 1, monitors: [{ environments: [{ status: 'failing', last_status: 'missed' }] }] })
  })
})
