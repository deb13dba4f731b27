import { readdirSync, readFileSync } from 'node:fs'
import { readMemory } from '../e2e/harness/memory.ts'
import { processesOf, type TreeProcess } from '../e2e/harness/process-tree.ts'

/** CPU time since process start, microseconds, by part of the pipeline. */
export interface CpuTimes {
  /** The ingest processes. */
  server: number
  /** The worker thread of the supervisor, or worker processes. */
  digest: number
  supervisor: number
  /** All PostgreSQL processes, including ended ones. */
  database: number
}

// The kernel counts in hundredths of a second on every machine (USER_HZ).
const microsecondsPerTick = 10_000

/** Reads the CPU times of the Bugle on `dataDirectory`, optionally with an external database on this machine. */
export function readCpu(dataDirectory: string, externalPostmaster?: number): CpuTimes {
  const times: CpuTimes = { server: 0, digest: 0, supervisor: 0, database: 0 }
  for (const { pid, role } of membersOf(dataDirectory, externalPostmaster)) {
    try {
      if (role === 'http') times.server += processCpu(pid)
      else if (role === 'postmaster') times.database += processCpu(pid, 'and its ended children')
      else if (role === 'backend' || role === 'database helper') times.database += processCpu(pid)
      else if (role === 'worker') times.digest += processCpu(pid)
      else if (role === 'supervisor') {
        // The main thread has the process's own id. All others count for the digest thread.
        const main = threadCpu(pid, pid)
        times.supervisor += main
        times.digest += processCpu(pid) - main
      }
    } catch {
      // Ended meanwhile; the postmaster's count of ended children includes it next time.
    }
  }
  return times
}

/** Returns the time spent between two readings. */
export function spentSince(before: CpuTimes, after: CpuTimes): CpuTimes {
  return {
    server: after.server - before.server,
    digest: after.digest - before.digest,
    supervisor: after.supervisor - before.supervisor,
    database: after.database - before.database,
  }
}

export function totalOf(times: CpuTimes): number {
  return times.server + times.digest + times.supervisor + times.database
}

/** CPU time of a process, microseconds. */
export function processCpu(pid: number, children?: 'and its ended children'): number {
  const fields = statFields(`/proc/${pid}/stat`)
  const own = fields[11]! + fields[12]!
  return (own + (children === undefined ? 0 : fields[13]! + fields[14]!)) * microsecondsPerTick
}

function threadCpu(pid: number, thread: number): number {
  const fields = statFields(`/proc/${pid}/task/${thread}/stat`)
  return (fields[11]! + fields[12]!) * microsecondsPerTick
}

/** Returns the fields after the name, which may contain anything; the first is the state. */
function statFields(path: string): number[] {
  const stat = readFileSync(path, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Watches memory while something runs; `stop` returns the maximum. */
export function watchPss(dataDirectory: string): { stop(): number } {
  const read = () => readMemory(dataDirectory).allBytes
  let largest = read()
  const timer = setInterval(() => {
    largest = Math.max(largest, read())
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(largest, read())
    },
  }
}

function membersOf(dataDirectory: string, externalPostmaster: number | undefined): TreeProcess[] {
  const tree = processesOf(dataDirectory)
  if (externalPostmaster === undefined) return tree
  const children: TreeProcess[] = []
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const parent = statFields(`/proc/${entry}/stat`)[1]
      if (parent === externalPostmaster) children.push({ pid: Number(entry), parent, role: 'backend', title: '' })
    } catch {
      // Ended meanwhile.
    }
  }
  return [...tree, { pid: externalPostmaster, parent: 1, role: 'postmaster', title: '' }, ...children]
}
