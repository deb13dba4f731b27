/** One message of a live stream. */
export interface StreamedEvent {
  id: string | undefined
  event: string | undefined
  data: string
}

/** Parses Server-Sent Events. */
export async function* parseEventStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true })
    const blocks = text.split(/\r?\n\r?\n/)
    text = blocks.pop()!
    for (const block of blocks) yield parseBlock(block)
  }
}

function parseBlock(block: string): StreamedEvent {
  const fields = block.split(/\r?\n/).map((line) => /^([^:]*):? ?(.*)$/s.exec(line)!.slice(1) as [string, string])
  const last = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : [])).join('\n')
  return { id: last('id'), event: data === '' ? last('event') : (last('event') ?? 'message'), data }
}
