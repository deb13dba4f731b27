import { execFile } from 'node:child_process'
import { readdir, readlink, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { ignoreErrors } from '../ignore-errors.ts'

/**
 * Finds PostgreSQL processes that work in this data directory, by their program and working directory. Process ids are
 * reused, so the one in postmaster.pid may belong to any process by now.
 */
export async function serverProcesses(directory: string): Promise<number[]> {
  if (process.platform !== 'linux') return processesByCommand(directory)
  const cluster = await ignoreErrors(['ENOENT'], () => stat(directory, { bigint: true }))
  if (!cluster) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await ignoreErrors(hidden, () => stat(`/proc/${pid}/cwd`, { bigint: true }))
      if (cwd?.ino !== cluster.ino || cwd.dev !== cluster.dev) return []
      const program = await ignoreErrors(hidden, () => readlink(`/proc/${pid}/exe`))
      return program && /^(postgres|initdb)( \(deleted\))?$/.test(basename(program)) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

/** Errors of processes that have ended, are zombies, or belong to another account. */
const hidden = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM']

/** Without /proc only the main process is found, by the directory in its command line; its children end with it. */
async function processesByCommand(directory: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 1 << 24 })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && /\/(postgres|initdb) /.test(command ?? '') && command?.includes(` -D ${directory}`)
      ? [Number(pid)]
      : []
  })
}
