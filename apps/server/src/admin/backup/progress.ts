type Print = (line: string) => void

const intervalMs = 5000

/** Prints the progress of a long task every few seconds. */
export class Progress {
  readonly #print: Print
  readonly #verb: string
  #printedAt = performance.now()

  constructor(print: Print, verb: string) {
    this.#print = print
    this.#verb = verb
  }

  /** @param done bytes so far; `of` is the total, if known */
  report(what: string, done: number, of?: number): void {
    if (performance.now() - this.#printedAt < intervalMs) return
    this.#printedAt = performance.now()
    this.#print(
      `${this.#verb} ${what}: ${formatBytes(done)}${of === undefined ? '' : ` of about ${formatBytes(of)}`} …`,
    )
  }
}

/** Formats bytes: `1536` → `1.5 KB`, in units of 1024 like the settings. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
