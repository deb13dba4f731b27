import { parentPort } from 'node:worker_threads'
import { encodeFunctions, parseFunctions, parseMinifiedFunctions } from '@bugle/symbols'
import { ownThreadId } from './lib/thread-state.ts'

// Entry point of the thread that parses source texts. Strangers wrote them, and parsing a crafted one can take minutes:
// whoever waits for it ends the thread.

parentPort!.on('message', async ({ text, path }: { text: string; path: string | null }) => {
  const table = await (path === null ? parseMinifiedFunctions(text) : parseFunctions(text, path))
  parentPort!.postMessage(table === undefined ? new Uint8Array(0) : encodeFunctions(table))
})
// Loads the parser, so that its time does not count for the first text.
await parseFunctions('', 'empty.js')
parentPort!.postMessage({ threadId: ownThreadId() })
