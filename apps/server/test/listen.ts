import type { EventUpdate, IssueUpdate } from '@bugle/protocol'
import { until } from './reporter.ts'

export interface Message {
  event: string
  /** Data of the message; that of a `reset` is empty. */
  data: Partial<IssueUpdate & EventUpdate>
}

/** An open stream. */
export interface Listening {
  status: number
  /** All messages so far. */
  messages: Message[]
  /** Returns the id that a browser would send when it reconnects. */
  lastId(): string
  /** Returns the first remaining message of a kind, and discards those before it. */
  take(event: string): Promise<Message>
  /** Whether the server has ended the stream. */
  isOver(): boolean
  close(): void
}

/** Opens a stream and reads it like a browser (HTML Standard, 9.2.6). */
export async function listen(url: string, headers: Record<string, string>): Promise<Listening> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const messages: Message[] = []
  const taken = new Set<Message>()
  let lastId = headers['last-event-id'] ?? ''
  let isOver = false
  const read = (block: string) => {
    const fields = block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
    const field = (name: string) => fields.find(([, key]) => key === name)?.[2]
    lastId = field('id') ?? lastId
    const data = field('data')
    if (data !== undefined) messages.push({ event: field('event') ?? 'message', data: JSON.parse(data) })
  }
  const readAll = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      blocks.forEach(read)
    }
  }
  void readAll()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  if (response.status === 200)
    await until(
      async () => lastId,
      (id) => id !== '',
    )
  return {
    status: response.status,
    messages,
    lastId: () => lastId,
    isOver: () => isOver,
    take: async (event) => {
      const find = async () => messages.find((message) => message.event === event && !taken.has(message))
      const found = (await until(find, (message) => message !== undefined))!
      taken.add(found)
      return found
    },
    close: () => abort.abort(),
  }
}
