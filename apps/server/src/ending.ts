import type { Logger } from 'pino'

/** What asks for an end: Ctrl+C, a service manager, a terminal that is closed, Ctrl+\. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

export interface Ending {
  /** Ends in order: what was accepted is written. Called once. */
  stop: () => Promise<void>
  /** Ends at once what `stop` still waits for, so that it resolves. */
  hurry: () => void
  /** How long an end in order may take. */
  graceMs: number
  logger: Logger
}

/**
 * For so long signals are one: a terminal tells the whole process group, and npm, which is told too, passes it on.
 * Whoever presses Ctrl+C again because nothing seems to happen takes longer.
 */
const burstMs = 2000

/** Ends the process in order at the first signal, or at an error that nobody caught. A second, later signal hurries it. */
export function endOnSignal({ stop, hurry, graceMs, logger }: Ending): void {
  let beganAt: number | undefined
  let exitCode = 0

  async function end(): Promise<void> {
    beganAt = performance.now()
    const overdue = setTimeout(() => rush('the end takes too long; ending at once'), graceMs)
    try {
      await stop()
    } catch (error) {
      logger.fatal({ err: error }, 'the end failed')
      exitCode = 1
    }
    clearTimeout(overdue)
    process.exit(exitCode)
  }

  function rush(why: string): void {
    logger.error(why)
    exitCode = 1
    hurry()
  }

  for (const signal of signals)
    process.on(signal, () => {
      if (beganAt === undefined) void end()
      else if (performance.now() - beganAt > burstMs) rush(`second signal (${signal}); ending at once`)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'ending')
      exitCode = 1
      if (beganAt === undefined) void end()
    })
}
