import { expect, it } from 'vitest'
import { type Account, createProject, listIssues, type Project } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { lastRelease as release } from '../harness/last-release.ts'
import { hasCommit, OldCode } from '../harness/old-code.ts'
import { logIntoSamples, seedSamples } from '../harness/samples.ts'
import { settledAnswersTo } from './upgrade/answers.ts'
import { doEverything } from './upgrade/every-kind.ts'
import { databaseOf, rowsOf } from './upgrade/rows.ts'

// Every release upgrades the data of the last one, and the last one runs on the upgraded data, or says that it cannot.

const settings = { BUGLE_OUTGOING_ALLOW: '127.0.0.1:9', BUGLE_URL: 'http://localhost:8080' }

/** Tables without a row in this test, and the reason. */
const withoutRows: Record<string, string> = {
  ...reasonFor('work that is done within seconds', [
    ...['count_queue', 'health_queue', 'segment_queue', 'jobs', 'live_updates', 'rate_grants', 'release_updates'],
    ...['pending_alerts', 'pending_notifications', 'pending_pushes', 'pushes', 'late_attachments'],
  ]),
  ...reasonFor('links of mails, which nobody sends here', ['account_links', 'mail_requests', 'known_browsers']),
  ...reasonFor('minutes of a login by a provider', ['sso_codes', 'sso_used_states']),
  ...reasonFor('minutes of an upload by sentry-cli', ['sentry_bundles', 'sentry_chunks']),
  ...reasonFor('minutes of a list that is paged through', ['issue_list_snapshots']),
  ...reasonFor('files of the SDKs, which the old code is built without', ['served_scripts']),
  ...reasonFor('an installation beyond its budget of the disk', ['disk_shares']),
}

/** Tables that say which migrations ran. */
const ofMigrations = new Set(['kysely_migration', 'migration_hashes'])

it(
  `data of ${release} are the same under this code, and again under ${release}`,
  async ({ skip }) => {
    // A shallow clone has no old code, and nobody else has it either.
    expect(process.env.CI === 'true' && !hasCommit(release), 'CI clones the history').toBe(false)
    skip(!hasCommit(release), `the clone has no commit ${release}: git fetch --unshallow`)
    const server = await BuiltServer.installEmpty(settings)
    const old = await OldCode.build(release, server)
    try {
      await old.start({ ...settings, BUGLE_PACK_AFTER: '1s' })
      seedSamples(server)
      const account = await logIntoSamples(server)
      await expect.poll(async () => (await rowsOf(server)).get('packs')).toBeGreaterThan(0)
      await old.stop()

      await old.start(settings)
      await doEverything(account, databaseOf(server))
      await untilRoomInHour()
      const answers = await settledAnswersTo(account)
      const rows = await rowsOf(server)
      const empty = [...rows].filter(([, count]) => count === 0).map(([table]) => table)
      expect(empty.filter((table) => !(table in withoutRows))).toEqual([])
      await old.stop()

      server.start()
      await server.ready()
      expect(await settledAnswersTo(account)).toMatchObject(answers)
      const upgraded = await rowsOf(server)
      const kept = [...rows].filter(([table]) => !ofMigrations.has(table) && !(table in withoutRows))
      expect(kept.map(([table]) => [table, upgraded.get(table)])).toEqual(kept)
      const project = await createProject(account, 'after')
      expect(await report(server.url, project)).toBe(202)
      await expect.poll(() => countOf(account, project)).toBe(1)
      await server.stop()

      const refusal = await old.startOrRefuse(settings)
      if (refusal !== undefined) return expect(refusal).toContain('These tables are those of a newer Bugle')
      expect(await report(server.url, project)).toBe(202)
      await expect.poll(() => countOf(account, project)).toBe(2)
      expect(await settledAnswersTo(account)).toMatchObject(ofProjects(answers))
      await old.stop()
    } finally {
      await server.remove()
      old.remove()
    }
  },
  15 * 60_000,
)

function reasonFor(reason: string, tables: string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}

/** Leaves out what is about the whole account, which has one project more by then. */
function ofProjects(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([path]) => /\/(?:prj|iss|evt)_/.test(path)))
}

/** Waits for the next hour near the end of one: charts by the hour would move. */
async function untilRoomInHour(): Promise<void> {
  while (new Date().getMinutes() >= 56) await pause(1000)
}

async function countOf(account: Account, project: Project): Promise<number> {
  return (await listIssues(account, project)).reduce((sum, issue) => sum + issue.count, 0)
}

async function report(url: string, { ingestToken, app_id }: Project): Promise<number> {
  const response = await fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
    body: JSON.stringify({ exception_type: 'UpgradeError', message: 'x', platform: 'node', app_id }),
  })
  return response.status
}
