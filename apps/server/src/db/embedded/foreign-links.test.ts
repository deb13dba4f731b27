import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAccounts } from './account.ts'
import { repairRights } from './cluster.ts'
import { pathsIn } from './paths.ts'
import { writeSettings } from './settings.ts'
import { isRoot, memoryLog, scratchFolder } from './testing/scratch.ts'

const nobody = parseAccounts(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'nobody')

/** Creates a cluster owned by `nobody`, next to a file of root's own. */
async function scene() {
  const folder = await scratchFolder()
  await chmod(folder, 0o755)
  const paths = await pathsIn(folder)
  await mkdir(paths.cluster, { recursive: true })
  for (const path of [paths.own, paths.cluster]) await chmod(path, 0o755)
  await chown(paths.cluster, nobody!.uid, nobody!.gid)
  const secret = join(folder, 'secret-of-root')
  await writeFile(secret, 'secret', { mode: 0o600 })
  return { paths, secret, isRoots: async () => [(await stat(secret)).uid, (await stat(secret)).mode & 0o777] }
}

it.runIf(isRoot && nobody !== undefined)(
  'root gives no file away through a link that the account keeps creating',
  async () => {
    const { paths, secret, isRoots } = await scene()
    const swap = `while :; do ln -sfn ${secret} ${paths.cluster}/postgresql.conf.new; done`
    const account = spawn('sh', ['-c', swap], { uid: nobody!.uid, gid: nobody!.gid, stdio: 'ignore', detached: true })
    try {
      for (let port = 1; port <= 300; port++) {
        // If the link comes first, the file cannot be created, which is harmless.
        await writeSettings(paths.cluster, nobody!, {
          sharedBuffersMb: port,
          maxConnections: 60,
          isArchived: false,
          recovery: undefined,
        }).catch(() => {})
        expect(await isRoots()).toEqual([0, 0o600])
      }
    } finally {
      // The whole process group: the folder is deleted after this.
      process.kill(-account.pid!, 'SIGKILL')
      await once(account, 'exit')
    }
  },
)

it.runIf(isRoot && nobody !== undefined)(
  'repairing rights follows no symbolic link, and refuses other hard links',
  async () => {
    const { paths, secret, isRoots } = await scene()
    await symlink(secret, join(paths.cluster, 'a-link'))
    await symlink(join(paths.cluster, '..'), join(paths.cluster, 'a-folder'))
    await writeFile(join(paths.cluster, 'own'), 'x', { mode: 0o666 })
    await repairRights(paths, nobody!, memoryLog())
    expect(await isRoots()).toEqual([0, 0o600])
    const own = await stat(join(paths.cluster, 'own'))
    expect([own.uid, own.mode & 0o777]).toEqual([nobody!.uid, 0o600])
    await link(secret, join(paths.cluster, 'hard-link'))
    await chmod(paths.cluster, 0o755)
    await expect(repairRights(paths, nobody!, memoryLog())).rejects.toThrow('another hard link')
    expect(await isRoots()).toEqual([0, 0o600])
  },
)
