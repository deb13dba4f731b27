import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'

/** Purpose of a process of a running Bugle. */
export type Role = 'supervisor' | 'http' | 'worker' | 'postmaster' | 'backend' | 'database helper' | 'other'

export interface TreeProcess {
  pid: number
  parent: number
  role: Role
  /** Arguments as the process shows them; PostgreSQL writes its current activity here. */
  title: string
}

/**
 * Lists every process of the Bugle whose BUGLE_DATA is `dataDirectory`, orphans included: a process with that directory
 * in its environment, working in it (as PostgreSQL does), or descending from one of those. Nothing else can match while
 * the directory is the caller's own, so the list is safe to kill. Linux only: empty elsewhere.
 */
export function processesOf(dataDirectory: string): TreeProcess[] {
  if (process.platform !== 'linux') return []
  const all = readAll()
  const members = new Set(all.filter((entry) => belongs(entry, dataDirectory)).map(({ pid }) => pid))
  for (let grown = true; grown; ) {
    grown = false
    for (const { pid, parent } of all) {
      if (members.has(pid) || !members.has(parent)) continue
      members.add(pid)
      grown = true
    }
  }
  const tree = all.filter(({ pid }) => members.has(pid) && pid !== process.pid)
  return tree.map((entry) => ({ ...entry, role: roleOf(entry, tree) }))
}

/** Sends a signal to each; ignores those that have ended. */
export function signalAll(processes: readonly { pid: number }[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

interface RawProcess {
  pid: number
  parent: number
  name: string
  title: string
}

function readAll(): RawProcess[] {
  const found: RawProcess[] = []
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const end = stat.lastIndexOf(')')
      const [state, parent] = stat.slice(end + 2).split(' ')
      if (state === 'Z') continue
      const title = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      found.push({ pid: Number(entry), parent: Number(parent), name: stat.slice(stat.indexOf('(') + 1, end), title })
    } catch {
      // Ended between listing and reading.
    }
  }
  return found
}

function belongs({ pid, name }: RawProcess, dataDirectory: string): boolean {
  try {
    // PostgreSQL overwrites its environment with its title, and changes into its own directory.
    if (name === 'postgres') return `${readlinkSync(`/proc/${pid}/cwd`)}${sep}`.startsWith(`${dataDirectory}${sep}`)
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`BUGLE_DATA=${dataDirectory}`)
  } catch {
    return false
  }
}

function roleOf(process: RawProcess, tree: readonly RawProcess[]): Role {
  const parent = tree.find(({ pid }) => pid === process.parent)
  if (process.name === 'postgres') {
    if (parent?.name !== 'postgres') return 'postmaster'
    return /\[local\]|\(\d+\)|127\.0\.0\.1/.test(process.title) ? 'backend' : 'database helper'
  }
  if (process.name === 'initdb') return 'database helper'
  if (/\bhttp\b/.test(process.title)) return 'http'
  if (/\bworker\b/.test(process.title)) return 'worker'
  return parent === undefined || /\bsupervisor\b|\bserve\b/.test(process.title) ? 'supervisor' : 'other'
}
