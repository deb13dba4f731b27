import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAccounts } from './account.ts'
import { repairRights } from './cluster.ts'
import { placesIn } from './places.ts'
import { writeSettings } from './settings.ts'
import { isRoot, memoryLog, scratchFolder } from './testing/scratch.ts'

const nobody = parseAccounts(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'nobody')

/** A cluster that nobody owns, with a file beside it that is root's own. */
async function scene() {
  const folder = await scratchFolder()
  await chmod(folder, 0o755)
  const places = await placesIn(folder)
  await mkdir(places.cluster, { recursive: true })
  for (const path of [places.own, places.cluster]) await chmod(path, 0o755)
  await chown(places.cluster, nobody!.uid, nobody!.gid)
  const secret = join(folder, 'secret-of-root')
  await writeFile(secret, 'secret', { mode: 0o600 })
  return { places, secret, isRoots: async () => [(await stat(secret)).uid, (await stat(secret)).mode & 0o777] }
}

it.runIf(isRoot && nobody !== undefined)(
  'root gives no file away by a link that the account keeps making',
  async () => {
    const { places, secret, isRoots } = await scene()
    const swap = `while :; do ln -sfn ${secret} ${places.cluster}/postgresql.conf.new; done`
    const account = spawn('sh', ['-c', swap], { uid: nobody!.uid, gid: nobody!.gid, stdio: 'ignore', detached: true })
    try {
      for (let port = 1; port <= 300; port++) {
        // Where the link comes first, the file cannot be made: that is refused, and harms nothing.
        await writeSettings(places.cluster, nobody!, { sharedBuffersMb: port }).catch(() => {})
        expect(await isRoots()).toEqual([0, 0o600])
      }
    } finally {
      // With what it runs: the folder is deleted after this.
      process.kill(-account.pid!, 'SIGKILL')
      await once(account, 'exit')
    }
  },
)

it.runIf(isRoot && nobody !== undefined)('repairing rights follows no link, and leaves other names alone', async () => {
  const { places, secret, isRoots } = await scene()
  await symlink(secret, join(places.cluster, 'a-link'))
  await symlink(join(places.cluster, '..'), join(places.cluster, 'a-folder'))
  await writeFile(join(places.cluster, 'own'), 'x', { mode: 0o666 })
  await repairRights(places, nobody!, memoryLog())
  expect(await isRoots()).toEqual([0, 0o600])
  const own = await stat(join(places.cluster, 'own'))
  expect([own.uid, own.mode & 0o777]).toEqual([nobody!.uid, 0o600])
  await link(secret, join(places.cluster, 'hard-link'))
  await chmod(places.cluster, 0o755)
  await expect(repairRights(places, nobody!, memoryLog())).rejects.toThrow('another name')
  expect(await isRoots()).toEqual([0, 0o600])
})
