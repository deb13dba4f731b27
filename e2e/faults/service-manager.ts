import { type BuiltServer, pause } from '../harness/built-server.ts'

/**
 * Restarts the server whenever it ends, as systemd with Restart=always does: a tenth of a second later, leaving orphans
 * alone.
 */
export class ServiceManager {
  readonly #server: BuiltServer
  #stopped = false
  #loop: Promise<void> = Promise.resolve()
  /** Number of restarts. */
  restarts = 0

  constructor(server: BuiltServer) {
    this.#server = server
  }

  start(): void {
    this.#stopped = false
    this.#loop = this.#keepRunning()
  }

  /** Stops restarting. */
  async stopRestarting(): Promise<void> {
    this.#stopped = true
    if (!this.#server.isRunning) await this.#loop
  }

  /** Milliseconds until GET /readyz is 200 again, or undefined after the timeout. */
  async ready(timeoutMs = 120_000): Promise<number | undefined> {
    const began = performance.now()
    while ((await this.#server.readyStatus()) !== 200) {
      if (performance.now() - began > timeoutMs) return undefined
      await pause(10)
    }
    return performance.now() - began
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      if (!this.#server.isRunning) this.#server.start()
      await this.#server.exited
      if (this.#stopped) return
      this.restarts += 1
      await pause(100)
      if (this.#stopped) return
    }
  }
}
