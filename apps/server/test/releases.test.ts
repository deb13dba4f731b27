import type { ReleaseDetails, ReleasePage } from '@bugle/protocol'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { describe, expect, it } from 'vitest'
import { maintain } from './maintain.ts'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const pathOf = (app: Reporter, version: string) =>
  `/api/projects/${app.project.id}/releases/${encodeURIComponent(version)}` as const
const put = (app: Reporter, version: string, body: object = {}) =>
  app.session.request('PUT', pathOf(app, version), { body })
const read = async (app: Reporter, version: string): Promise<ReleaseDetails> =>
  (await app.session.request('GET', pathOf(app, version))).body.release
const listOf = async (app: Reporter, query = ''): Promise<ReleasePage> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/releases?${query}`)).body

describe('a release', () => {
  it('is recorded with commits, deploys and updates; omitted fields stay', async () => {
    const app = await newReporter(server)
    const version = '@shop/app@1.4.2+7 (beta)'
    const commit = { id: 'abc123', repository: 'shop/app', author_name: 'Ann', message: 'Fix the cart' }
    const first = await put(app, version, {
      dist: '7',
      platform: 'ios',
      repository: 'shop/app',
      ref: 'main',
      released_at: '2026-11-20T10:00:00Z',
      commits: [commit, ...Array.from({ length: 30 }, (_, n) => ({ id: String(n) }))],
      expo: { update_id: 'u-1', channel: 'production' },
    })
    expect(first.status).toBe(200)
    await put(app, version, { commit: 'abc123', expo: { update_id: 'u-1', message: 'Hot fix' } })
    const deploy = await app.session.request('POST', `${pathOf(app, version)}/deploys`, {
      body: { environment: 'production', url: 'https://shop.example' },
    })
    expect(deploy.status).toBe(201)
    const release = await read(app, version)
    expect(release).toMatchObject({
      version,
      dist: '7',
      platform: 'ios',
      repository: 'shop/app',
      ref: 'main',
      commit: 'abc123',
      released_at: '2026-11-20T10:00:00.000Z',
      is_recorded: true,
      count: 0,
      last_seen: null,
      recorded_by: { name: 'Ann' },
      updates: [{ update_id: 'u-1', channel: 'production', message: 'Hot fix' }],
      deploys: [deploy.body.deploy],
      previous: null,
    })
    expect(release.commits).toHaveLength(20)
    expect(release.commits[0]).toEqual({ ...commit, author_email: null, committed_at: null })
  })

  it('shows which issues are new and regressed in it, and the release before it', async () => {
    const app = await newReporter(server)
    const old = await app.report({ release: '1.0', exception_type: 'OldError' })
    await app.report({ release: '1.0', exception_type: 'OldError' })
    await digested(server)
    await app.session.request('PATCH', `/api/issues/${old.issue_id}`, { body: { status: 'resolved' } })
    await put(app, '1.1', { previous: '1.0' })
    const fresh = await app.report({ release: '1.1', exception_type: 'NewError' })
    await app.report({ release: '1.1', exception_type: 'OldError' })
    await digested(server)
    const release = await read(app, '1.1')
    expect([release.new.count, release.new.issues.map(({ id }) => id)]).toEqual([1, [fresh.issue_id]])
    expect([release.regressed.count, release.regressed.issues.map(({ id }) => id)]).toEqual([1, [old.issue_id]])
    expect(release).toMatchObject({ count: 2, new_issues: 1, previous: { version: '1.0', count: 2, new_issues: 1 } })
    expect(release.days.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect((await read(app, '1.0')).regressed.count).toBe(0)
    // An issue that is merged into an older one is not new any more.
    await app.session.request('POST', `/api/issues/${old.issue_id}/merge`, { body: { ids: [fresh.issue_id] } })
    expect((await read(app, '1.1')).new.count).toBe(0)
  })

  it('counts the stacks that source maps make readable, and those that none does', async () => {
    const app = await newReporter(server)
    const { files, stacks } = readBuilt('esbuild', 'cart')
    const report = (file: string, number: number, repeat: number) => {
      const { line, column } = stacks[number]![0]!
      const stack = `TypeError: boom\n    at t (https://shop.example/${file}:${line}:${column})`
      return app.report({ platform: 'web', release: '1', stack, repeat })
    }
    await uploadMap(app, files[0]!.map, { release: '1', url: '~/cart.js' })
    await report('cart.js', 0, 3)
    await report('cart.js', 1, 1)
    await report('other.js', 0, 5)
    await digested(server)
    await until(
      async () => (await read(app, '1')).stacks,
      (counted) => counted.resolved.stacks === 2 && counted.unresolved.stacks === 1,
    )
    expect((await read(app, '1')).stacks).toEqual({
      resolved: { stacks: 2, events: 4 },
      unresolved: { stacks: 1, events: 5 },
    })
    expect((await put(app, '2')).body.release.stacks.resolved).toEqual({ stacks: 0, events: 0 })
  })

  it('counts its artifacts, and deletes them', async () => {
    const app = await newReporter(server)
    const map = (file: string) => JSON.stringify({ version: 3, file, sources: ['a.ts'], mappings: 'AAAA' })
    for (const [release, file] of [
      ['1', 'a'],
      ['1', 'b'],
      ['2', 'c'],
    ] as const)
      await uploadMap(app, map(file), { release })
    await put(app, '1')
    expect(await read(app, '1')).toMatchObject({ artifacts: 2, artifacts_by_kind: [{ kind: 'source_map', count: 2 }] })
    const { body } = await app.session.request('DELETE', `${pathOf(app, '1')}/artifacts`)
    expect(body).toEqual({ deleted_count: 2 })
    expect((await read(app, '1')).artifacts).toBe(0)
    const { rows } = await pool.query('select from artifact_contents where project_id = $1', [numberOf(app)])
    expect(rows).toHaveLength(1)
  })

  it('without a record is known by its events; its record can be deleted', async () => {
    const app = await newReporter(server)
    await app.report({ release: '1.0' })
    await digested(server)
    expect(await read(app, '1.0')).toMatchObject({ is_recorded: false, count: 1, recorded_by: null, commits: [] })
    expect((await app.session.request('DELETE', pathOf(app, '1.0'))).status).toBe(404)
    await put(app, '1.0', { dist: '7' })
    expect((await app.session.request('DELETE', pathOf(app, '1.0'))).status).toBe(204)
    expect(await read(app, '1.0')).toMatchObject({ is_recorded: false, dist: null, count: 1 })
    expect((await app.session.request('GET', pathOf(app, '9'))).status).toBe(404)
    expect((await put(app, 'x'.repeat(201))).status).toBe(404)
    expect((await put(app, '1', { commits: [{}] })).errors).toEqual({ 'commits.0.id': ['is required'] })
  })

  it('is erased with its project', async () => {
    const app = await newReporter(server)
    await put(app, '1', { expo: { update_id: 'u' } })
    await app.session.request('POST', `${pathOf(app, '1')}/deploys`, { body: { environment: 'staging' } })
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await maintain(pool)
    for (const table of ['release_records', 'release_deploys', 'release_updates'])
      expect((await pool.query(`select from ${table} where project_id = $1`, [numberOf(app)])).rows).toEqual([])
  })
})

describe('the list of releases', () => {
  it('has those of events and of builds, newest first, a page at a time', async () => {
    const app = await newReporter(server)
    await app.report({ release: '1.0' })
    await until(
      () => listOf(app),
      ({ releases }) => releases.length === 1,
    )
    await put(app, '2.0', { dist: '8' })
    await app.report({ release: '3.0' })
    await until(
      () => listOf(app),
      ({ releases }) => releases.length === 3,
    )
    await app.report({ release: '2.0' })
    await digested(server)
    const { releases } = await listOf(app)
    expect(releases.map(({ version, count, is_recorded }) => [version, count, is_recorded])).toEqual([
      ['3.0', 1, false],
      ['2.0', 1, true],
      ['1.0', 1, false],
    ])
    expect(releases[2]).toMatchObject({ new_issues: 1, artifacts: 0 })
    const pages: string[] = []
    let cursor = ''
    for (let n = 0; n < 3; n++) {
      const page = await listOf(app, `limit=1${cursor}`)
      pages.push(page.releases[0]!.version)
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(pages).toEqual(['3.0', '2.0', '1.0'])
  })
})

describe('the list of releases', () => {
  it('has environments, deploys and the issues that came back in each', async () => {
    const app = await newReporter(server)
    const { issue_id } = await app.report({ release: '1.0.0', environment: 'staging' })
    await digested(server)
    await app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'resolved' } })
    await app.report({ release: '1.1.0', environment: 'production' })
    await app.session.request('POST', `${pathOf(app, '1.1.0')}/deploys`, { body: { environment: 'production' } })
    await digested(server)
    const { releases } = await listOf(app)
    expect(releases).toMatchObject([
      { version: '1.1.0', environments: ['production'], regressed_issues: 1, deploys: [{ environment: 'production' }] },
      { version: '1.0.0', environments: ['staging'], regressed_issues: 0, deploys: [] },
    ])
  })
})
