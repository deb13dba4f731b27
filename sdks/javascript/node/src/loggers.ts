import { getClient, type Level, read } from '@bugle/core'

const ofPino: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }

/**
 * A destination for pino: its lines become breadcrumbs, and those from `error` on are reported if they have an error.
 *
 * @example
 * import { multistream, pino } from 'pino'
 * const logger = pino({}, multistream([{ stream: process.stdout }, { stream: bugleLines() }]))
 */
export function bugleLines({ reportErrors = true }: LoggerOptions = {}): { write(line: string): void } {
  return {
    write(line) {
      getClient()?.guard(() => {
        const { level, msg, time, err, pid: _, hostname: __, ...data } = JSON.parse(line)
        note('pino', ofPino[level] ?? 'info', msg, data, time)
        if (reportErrors && err && level >= 50) report(err, 'pino', level >= 60 ? 'fatal' : 'error')
      })
    },
  }
}

/**
 * A format for winston, before all others: what is logged becomes a breadcrumb, and what is logged as an error is reported if it has one.
 *
 * @example
 * import { createLogger, format } from 'winston'
 * createLogger({ format: format.combine(bugleFormat(), format.errors({ stack: true }), format.json()) })
 */
export function bugleFormat({ reportErrors = true }: LoggerOptions = {}): { transform<T>(info: T): T } {
  return {
    transform(info) {
      getClient()?.guard(() => {
        const { level, message, timestamp: _, stack, error, ...data } = info as Record<string, unknown>
        // A format before this one may have colored it.
        const [name = 'info'] = /[a-z]{3,}/i.exec(String(level)) ?? []
        note('winston', name === 'warn' ? 'warning' : name, message, data)
        const thrown = error ?? (info instanceof Error ? info : stack && { name: 'Error', message, stack })
        if (reportErrors && thrown && name === 'error') report(thrown, 'winston', 'error')
      })
      return info
    },
  }
}

export interface LoggerOptions {
  /** `false` makes breadcrumbs alone. */
  reportErrors?: boolean | undefined
}

function note(category: string, level: string, message: unknown, data: object, ts?: number): void {
  getClient()?.addBreadcrumb({ category, message: message as string, ts, data: { ...data, level } })
}

/** Reports an error as a logger has serialized it, or the error itself. */
function report(error: unknown, type: string, level: Level): void {
  const own =
    error instanceof Error
      ? error
      : {
          name: read(error, 'type') ?? read(error, 'name'),
          message: read(error, 'message'),
          stack: read(error, 'stack'),
        }
  getClient()?.captureException(own, { mechanism: { type, handled: true }, level })
}
