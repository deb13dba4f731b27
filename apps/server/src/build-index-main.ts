import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { buildFileIndex, type IndexedKind, MapRefusal } from '@bugle/symbols'
import type { IndexReply, IndexRequest } from './domains/artifacts/index.ts'
import { ownThreadId } from './lib/thread-state.ts'

/**
 * Entry point of the thread that indexes source maps and debug files. Strangers made them, and a crafted one may take
 * long: whoever waits for it ends the thread. It asks for each part of the file, and for each page to be stored, and
 * waits for the reply.
 */
const port = parentPort!

async function ask(request: IndexRequest): Promise<IndexReply> {
  const replied = once(port, 'message') as Promise<[IndexReply]>
  port.postMessage(request)
  return (await replied)[0]
}

async function* readFile(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytes } = await ask({ kind: 'read' })
    if (bytes === undefined) return
    yield bytes
  }
}

async function build(kind: IndexedKind): Promise<IndexRequest> {
  try {
    const writePage = async (page: number, bytes: Uint8Array) => void (await ask({ kind: 'page', page, bytes }))
    const built = await buildFileIndex(kind, readFile(), writePage)
    return { kind: 'built', built }
  } catch (error) {
    if (!(error instanceof MapRefusal)) throw error
    return { kind: 'refused', refused: error.refused }
  }
}

let outcome: IndexRequest = { kind: 'ready', threadId: ownThreadId() }
for (;;) {
  const { kind = 'source_map' } = await ask(outcome)
  outcome = await build(kind)
}
