import { readFileSync } from 'node:fs'
import type { ThreadState } from './stall-watch.ts'

/** Milliseconds of a clock tick of /proc, which is a hundredth of a second on every Linux that Node runs on. */
const tickMs = 10

/** Reads the state of the main thread of a process; undefined where there is no /proc. */
export function readThreadState(pid: number): ThreadState | undefined {
  try {
    // The name of the process, in parentheses, may hold anything.
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { cpuMs: (Number(fields[10]) + Number(fields[11])) * tickMs, isStopped: state === 'T' || state === 't' }
  } catch {
    return undefined
  }
}
