/** Result of one check of the doctor. */
export interface Check {
  name: string
  status: 'ok' | 'warn' | 'fail'
  /** The finding, in a few words. */
  text: string
  /** Remedy for a problem. */
  advice?: string
}

export function ok(name: string, text: string): Check {
  return { name, status: 'ok', text }
}

export function warn(name: string, text: string, advice: string): Check {
  return { name, status: 'warn', text, advice }
}

export function fail(name: string, text: string, advice: string): Check {
  return { name, status: 'fail', text, advice }
}

/** Returns `ok` below the first bound, `warn` below the second, `fail` from there on. */
export function statusOf(value: number, [warnFrom, failFrom]: readonly [number, number]): Check['status'] {
  if (value < warnFrom) return 'ok'
  return value < failFrom ? 'warn' : 'fail'
}

/** Formats a duration: `90` → `90 s`, `5400` → `90 min`, days above that. */
export function formatDuration(seconds: number): string {
  const value = Math.abs(seconds)
  if (value < 10) return `${Math.round(value * 10) / 10} s`
  if (value < 180) return `${Math.round(value)} s`
  if (value < 3 * 3600) return `${Math.round(value / 60)} min`
  if (value < 3 * 86_400) return `${Math.round(value / 3600)} h`
  return `${Math.round(value / 86_400)} days`
}
