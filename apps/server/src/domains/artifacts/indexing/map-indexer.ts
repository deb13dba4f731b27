import type { Worker } from 'node:worker_threads'
import { type BuiltDebugIndex, type BuiltIndex, type IndexedKind, MapRefusal, type RefusedMap } from '@bugle/symbols'
import { messageOf } from './thread-message.ts'
import { WorkingThread } from './working-thread.ts'

/** Requests and results of the thread: each is followed by one reply. */
export type IndexRequest =
  | { kind: 'ready'; threadId: number | undefined }
  | { kind: 'read' }
  | { kind: 'page'; page: number; bytes: Uint8Array }
  | { kind: 'built'; built: BuiltIndex | BuiltDebugIndex }
  | { kind: 'refused'; refused: RefusedMap }

/** The next bytes of the map; without them, it has ended, or the request needs no answer. */
export interface IndexReply {
  bytes?: Uint8Array
  /** Kind of the file that the thread indexes next. */
  kind?: IndexedKind
}

export interface MapIndexerOptions {
  /** Starts the thread, which begins with `ready`. */
  startThread: () => Worker
  /** CPU time for one map. */
  limitMs?: number
  /** Time after which an unused thread ends. */
  idleMs?: number
}

/** Builds indexes of source maps and debug files, one at a time, in a thread that is ended when one takes too long or too much memory. */
export class MapIndexer {
  readonly #options: Required<MapIndexerOptions>
  #thread: WorkingThread | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** The default is some ten times what the largest map takes on a slow machine that does other work, too. */
  constructor({ limitMs = 60_000, idleMs = 10_000, ...options }: MapIndexerOptions) {
    this.#options = { ...options, limitMs, idleMs }
  }

  /**
   * Builds an index as `buildFileIndex` of `@bugle/symbols` does.
   *
   * @throws MapRefusal, whatever the map or `writePage` throws, or an Error of the thread
   */
  build(
    map: AsyncIterable<Uint8Array>,
    writePage: (page: number, bytes: Uint8Array) => Promise<void>,
    kind: IndexedKind = 'source_map',
  ): Promise<BuiltIndex | BuiltDebugIndex> {
    const built = this.#last.then(() => this.#build(map, writePage, kind))
    this.#last = built.catch(() => {})
    return built
  }

  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.worker.terminate()
    this.#thread = undefined
  }

  async #build(
    map: AsyncIterable<Uint8Array>,
    writePage: (page: number, bytes: Uint8Array) => Promise<void>,
    kind: IndexedKind,
  ): Promise<BuiltIndex | BuiltDebugIndex> {
    clearTimeout(this.#idle)
    const { startThread, limitMs, idleMs } = this.#options
    this.#thread ??= await WorkingThread.ready(startThread())
    const thread = this.#thread
    const parts = map[Symbol.asyncIterator]()
    let isDone = false
    try {
      const last = await thread.within(limitMs, async () => {
        for (let reply: IndexReply = { kind }; ; ) {
          const request = await exchange(thread.worker, reply)
          if (request.kind === 'built' || request.kind === 'refused') return request
          if (request.kind === 'page') await writePage(request.page, request.bytes)
          const part = request.kind === 'read' ? await parts.next() : undefined
          reply = part === undefined || part.done === true ? {} : { bytes: part.value }
        }
      })
      isDone = true
      if (last.kind === 'refused') throw new MapRefusal(last.refused)
      return last.built
    } finally {
      await parts.return?.()
      // A thread that did not finish is in the middle of a map.
      if (isDone) this.#idle = setTimeout(() => this.close(), idleMs).unref()
      else this.close()
    }
  }
}

function exchange(thread: Worker, reply: IndexReply): Promise<IndexRequest> {
  const next = messageOf(thread) as Promise<IndexRequest>
  thread.postMessage(reply)
  return next
}
