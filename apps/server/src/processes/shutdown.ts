import type { Logger } from 'pino'

/** Signals that ask for a shutdown: Ctrl+C, a service manager, a closed terminal, Ctrl+\. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

export interface Shutdown {
  /** Stops in order, after writing everything that was accepted. Called once. */
  stop: () => Promise<void>
  /** Abandons whatever `stop` still waits for, so that it resolves. */
  stopNow: () => void
  /** How long an orderly shutdown may take. */
  graceMs: number
  logger: Logger
}

/**
 * Signals within this time count as one: a terminal signals the whole process group, and npm forwards the signal that
 * it receives as well. A person who presses Ctrl+C again out of impatience takes longer.
 */
const burstMs = 2000

/**
 * Shuts the process down at the first signal, or at an uncaught error. A second, later signal abandons the orderly
 * shutdown.
 */
export function shutDownOnSignal({ stop, stopNow, graceMs, logger }: Shutdown): void {
  let beganAt: number | undefined
  let exitCode = 0

  async function shutDown(): Promise<void> {
    beganAt = performance.now()
    const overdue = setTimeout(() => abandon('the shutdown takes too long; stopping at once'), graceMs)
    try {
      await stop()
    } catch (error) {
      logger.fatal({ err: error }, 'the shutdown failed')
      exitCode = 1
    }
    clearTimeout(overdue)
    process.exit(exitCode)
  }

  function abandon(reason: string): void {
    logger.error(reason)
    exitCode = 1
    stopNow()
  }

  for (const signal of signals)
    process.on(signal, () => {
      if (beganAt === undefined) void shutDown()
      else if (performance.now() - beganAt > burstMs) abandon(`second signal (${signal}); stopping at once`)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'uncaught error; shutting down')
      exitCode = 1
      if (beganAt === undefined) void shutDown()
    })
}
