/** Called between the steps of grouping; throws `TooMuchWork` if an event has used up its time. */
export type WorkLimit = () => void

export class TooMuchWork extends Error {}

/** An ordinary event takes 20 µs, the worst within the limits of ingest about 10 ms. */
const maxWallMs = 50
const maxCpuMs = 50

interface Clock {
  wallMs: () => number
  cpuMs: () => number
}

const clock: Clock = {
  wallMs: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Limits the time that grouping one event may take. Processor time decides, because grouping must not depend on how
 * busy the machine is. Reading it takes a system call, so the wall clock is checked first.
 */
export function limitWork({ wallMs, cpuMs }: Clock = clock): WorkLimit {
  const beganAt = wallMs()
  let cpuAtWarning: number | undefined
  return () => {
    if (wallMs() - beganAt < maxWallMs) return
    cpuAtWarning ??= cpuMs()
    if (cpuMs() - cpuAtWarning >= maxCpuMs) throw new TooMuchWork()
  }
}
