/** Called between the steps of grouping; throws `TooMuchWork` when an event has had its share. */
export type WorkLimit = () => void

export class TooMuchWork extends Error {}

/** An ordinary event takes 20 µs, the worst that passes the limits of ingest some 10 ms. */
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
 * Bounds the time that one event may take. Processor time decides, since grouping must not depend on how busy the
 * machine is; asking for it costs a system call, so the wall clock is looked at first.
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
