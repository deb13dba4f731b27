import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bin, rootPath } from '../../scripts/install.mjs'

it('a run of tests whose output nobody reads any more stops its database and leaves nothing', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-pipe-'))
  // The database runs as another account if this one is root.
  chmodSync(directory, 0o755)
  const ofThisRun = /^(?:VITEST|TEST|PROD|DEV|SSR|MODE|BASE_URL)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))
  const child = spawn(bin('vitest'), ['run', '--project', 'server', 'apps/server/test/source-layout.test.ts'], {
    cwd: rootPath,
    env: { ...env, TMPDIR: directory, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  const [status] = await ended
  expect([status, readdirSync(directory)]).toEqual([1, []])
  rmSync(directory, { recursive: true })
})
