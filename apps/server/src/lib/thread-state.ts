import { readFileSync, readlinkSync } from 'node:fs'

/** State of a thread. */
export interface ThreadState {
  /** CPU time so far. */
  cpuMs: number
  /** Whether a signal or a debugger has stopped it. */
  isStopped: boolean
}

/** Milliseconds of a clock tick of /proc, which is a hundredth of a second on every Linux that Node runs on. */
const tickMs = 10

/** Reads the state of a thread of a process, of its main thread by default; undefined where there is no /proc. */
export function readThreadState(pid: number, threadId = pid): ThreadState | undefined {
  try {
    // The name of the process, in parentheses, may hold anything.
    const stat = readFileSync(`/proc/${pid}/task/${threadId}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { cpuMs: (Number(fields[10]) + Number(fields[11])) * tickMs, isStopped: state === 'T' || state === 't' }
  } catch {
    return undefined
  }
}

/** Returns the id by which the system knows the thread that calls it; undefined where there is no /proc. */
export function ownThreadId(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}
