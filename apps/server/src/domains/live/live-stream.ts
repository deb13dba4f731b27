import type { Writable } from 'node:stream'
import type { LastingCaller } from '../auth/index.ts'
import { idLine } from './messages.ts'

/** Bytes that may wait for a reader; a stream with more is disconnected. */
const maxWaitingBytes = 256 * 1024

export interface LiveStreamOptions {
  caller: LastingCaller & { userId: string }
  /** Undefined for all projects that the caller may see. */
  projectId: number | undefined
  /** Id of the last update that the client has of each bucket. */
  positions: number[]
}

/** The stream to one open page. */
export class LiveStream {
  readonly caller: LiveStreamOptions['caller']
  readonly projectId: number | undefined
  readonly positions: number[]
  #response: Writable | undefined
  #wasWaiting = false

  constructor({ caller, projectId, positions }: LiveStreamOptions) {
    this.caller = caller
    this.projectId = projectId
    this.positions = positions
  }

  /** Starts sending. The preamble sets how soon the browser reconnects after a break. */
  begin(response: Writable): void {
    this.#response = response
    this.send(`retry: 2000\n${idLine(this.positions)}\n`)
  }

  /** Sends a text of whole messages without waiting. A page whose backlog exceeds the limit is disconnected. */
  send(text: string): void {
    if (this.#response === undefined || this.#response.destroyed) return
    if (this.#response.writableLength + text.length > maxWaitingBytes) this.#response.destroy()
    else this.#response.write(text)
  }

  /** Sends a heartbeat with the current id. A page that has read nothing since the last one is disconnected. */
  beat(): void {
    const isWaiting = (this.#response?.writableLength ?? 0) > 0
    if (isWaiting && this.#wasWaiting) this.#response?.destroy()
    else this.send(`: \n${idLine(this.positions)}\n`)
    this.#wasWaiting = isWaiting
  }

  /** Ends the stream; the client reconnects, and is refused if its token is dead. */
  end(): void {
    this.#response?.end()
  }
}
