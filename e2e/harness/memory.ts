import { readFileSync } from 'node:fs'
import { processesOf } from './process-tree.ts'

/** Memory of a running Bugle, in bytes. */
export interface Memory {
  /** Resident size of the largest Node process; shared pages count in full. */
  largestBytes: number
  /** Proportional set size: shared pages count once. */
  nodeBytes: number
  /** The same including the database. */
  allBytes: number
}

/** Reads the memory of all processes of the Bugle on a data directory. Linux only: zero elsewhere. */
export function readMemory(dataDirectory: string): Memory {
  const memory: Memory = { largestBytes: 0, nodeBytes: 0, allBytes: 0 }
  for (const { pid, role } of processesOf(dataDirectory)) {
    const { rss, pss } = readProcess(pid)
    memory.allBytes += pss
    if (role === 'postmaster' || role === 'backend' || role === 'database helper') continue
    memory.nodeBytes += pss
    memory.largestBytes = Math.max(memory.largestBytes, rss)
  }
  return memory
}

function readProcess(pid: number): { rss: number; pss: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytesOf = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
    return { rss: bytesOf('Rss'), pss: bytesOf('Pss') }
  } catch {
    // Ended, or not readable for us.
    return { rss: 0, pss: 0 }
  }
}
