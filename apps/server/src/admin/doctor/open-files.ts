import { readFile } from 'node:fs/promises'
import { type Check, ok, warn } from './check.ts'

/** Connections of programs, of open pages and of the database, with room for files. */
const fewest = 4096

/**
 * Checks how many files and connections this process may open: a server that has no more resets new connections. Nothing
 * is said where the system does not tell.
 */
export async function checkOpenFiles(): Promise<Check[]> {
  return openFilesOf(await readFile('/proc/self/limits', 'utf8').catch(() => ''))
}

/** @param limits as Linux writes them in `/proc/self/limits` */
export function openFilesOf(limits: string): Check[] {
  const most = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
  if (most === undefined) return []
  const text = `${most} files and connections may be open at once`
  if (most === 'unlimited' || Number(most) >= fewest) return [ok('open files', text)]
  return [
    warn(
      'open files',
      text,
      `Beyond, connections are reset. Set LimitNOFILE of the service, or \`ulimit -n\` before the start, to ${fewest} or more.`,
    ),
  ]
}
