import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from './built-server.ts'

/**
 * A clock for other processes that can be put forward and back while they run (libfaketime). Timers go on as they do on
 * a machine whose clock is set: they count by a clock of their own.
 */
export class FakeClock {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bugle-clock-'))
  readonly #file = join(this.#directory, 'offset')
  #offsetMs = 0

  constructor() {
    chmodSync(this.#directory, 0o755) // the database is another user
    this.#write(0)
  }

  /** Environment that puts a process and its children on this clock. */
  get environment(): Record<string, string> {
    return {
      // The loader fills in where libraries of this architecture are.
      LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      // Else each process, and each of the database's, would go by the old time for up to a second longer.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }
  }

  /** Whether processes go by such a clock here. */
  static isPossible(): boolean {
    const clock = new FakeClock()
    try {
      clock.#write(24 * 3_600_000)
      const env = { ...process.env, ...clock.environment }
      const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], { env, encoding: 'utf8' })
      return Number(stdout) > Date.now() + 3_600_000
    } finally {
      clock.remove()
    }
  }

  /** Epoch milliseconds, as the processes see it. */
  now(): number {
    return Date.now() + this.#offsetMs
  }

  /** Sets the clock to this distance from the real one, and waits until a server uses it. */
  async set(offsetMs: number, url: string): Promise<void> {
    this.#write(offsetMs)
    this.#offsetMs = offsetMs
    const endsAt = performance.now() + 120_000
    for (;;) {
      const { headers } = await fetch(`${url}/healthz`)
      const seen = Date.parse(headers.get('date') ?? '')
      if (Math.abs(seen - this.now()) < 60_000) return
      if (performance.now() > endsAt) throw new Error(`the server's clock says ${headers.get('date')}`)
      await pause(50)
    }
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /** Whole or not at all: a reader that meets half a file ends its process. */
  #write(offsetMs: number): void {
    const seconds = Math.round(offsetMs / 1000)
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}
