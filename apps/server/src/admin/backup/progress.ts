type Print = (line: string) => void

const intervalMs = 5000

/** Says how far a long work has come, every few seconds, and what each table came to. */
export class Progress {
  readonly #print: Print
  readonly #verb: string
  #said = performance.now()

  constructor(print: Print, verb: string) {
    this.#print = print
    this.#verb = verb
  }

  /** @param done bytes, and of how many when that is known */
  at(what: string, done: number, of?: number): void {
    if (performance.now() - this.#said < intervalMs) return
    this.#said = performance.now()
    this.#print(`${this.#verb} ${what}: ${sizeOf(done)}${of === undefined ? '' : ` of about ${sizeOf(of)}`} …`)
  }
}

/** `1536` → `1.5 KB`, with units of 1024 as the settings have them. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
