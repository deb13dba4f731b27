import { connect, type Socket } from 'node:net'

/** An answer, or why there was none. */
export interface Answer {
  /** 0: the connection was cut or refused, nobody knows what became of the request. */
  status: number
  /** Headers and body as they came. */
  text: string
  /** There was no connection, so that the request never left. */
  neverSent: boolean
  /** It was the first of its connection, and waited until that was accepted. */
  isFirst: boolean
}

type OnResponse = (answer: Answer) => void

/**
 * One keep-alive connection with at most one request on its way. Plain bytes in, status and text out: an
 * HTTP client that costs a tenth of what the server spends, so that the load does not measure itself.
 */
export class Connection {
  readonly #port: number
  readonly #timeoutMs: number
  #socket: Socket | undefined
  #onResponse: OnResponse | undefined
  #isFirst = true
  #received: Buffer[] = []
  #receivedBytes = 0
  /** Bytes the answer has in all, once its head is there; Infinity: ends with the last chunk. */
  #expectedBytes = 0

  constructor(port: number, { timeoutMs = 30_000 } = {}) {
    this.#port = port
    this.#timeoutMs = timeoutMs
  }

  /** Writes the parts as one request; their bytes are the caller's again when this returns. */
  send(parts: readonly Buffer[], onResponse: OnResponse): void {
    this.#onResponse = onResponse
    this.#isFirst = this.#socket === undefined
    const socket = this.#socket ?? this.#open()
    // Until it is connected it holds what it is to write, and under load the caller has written other events over that by
    // then: one event would go out twice. Afterwards a request finds room in the system's own buffer at once.
    if (socket.connecting) {
      socket.write(Buffer.concat(parts))
      return
    }
    socket.cork()
    for (const part of parts) socket.write(part)
    socket.uncork()
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', () => {}) // 'close' follows
    socket.setTimeout(this.#timeoutMs, () => socket.destroy())
    let connected = false
    socket.on('connect', () => {
      connected = true
    })
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#finish({ status: 0, text: '', neverSent: !connected })
    })
    return socket
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#receivedBytes += chunk.length
    if (this.#expectedBytes === 0) this.#expectedBytes = expectedBytesOf(Buffer.concat(this.#received))
    if (this.#expectedBytes === 0 || this.#receivedBytes < this.#expectedBytes) {
      if (this.#expectedBytes !== Number.POSITIVE_INFINITY || !chunk.toString('latin1').endsWith('0\r\n\r\n')) return
    }
    const whole = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const text = whole.toString()
    if (headerOf(text, 'connection') === 'close') this.#leave()
    this.#finish({ status: Number(whole.toString('latin1', 9, 12)), text, neverSent: false })
  }

  /** The server said that this was the last answer here: what comes next goes over another connection. */
  #leave(): void {
    this.#socket?.end()
    this.#socket = undefined
  }

  #finish(answer: Omit<Answer, 'isFirst'>): void {
    const onResponse = this.#onResponse
    this.#onResponse = undefined
    this.#received = []
    this.#receivedBytes = 0
    this.#expectedBytes = 0
    onResponse?.({ ...answer, isFirst: this.#isFirst })
  }
}

/** Length of head and body together, 0 while the head is not complete. */
function expectedBytesOf(received: Buffer): number {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const head = received.toString('latin1', 0, end).toLowerCase()
  const length = /\r\ncontent-length: *(\d+)/.exec(head)
  if (length !== null) return end + 4 + Number(length[1])
  return head.includes('\r\ntransfer-encoding: chunked') ? Number.POSITIVE_INFINITY : end + 4
}

/** Value of a header in the text of an answer. */
export function headerOf(text: string, name: string): string | undefined {
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  return new RegExp(`\r\n${name}: *([^\r]*)`, 'i').exec(head)?.[1]
}

/** The body of an answer that was not chunked. */
export function bodyOf(text: string): string {
  return text.slice(text.indexOf('\r\n\r\n') + 4)
}

/** A GET with a bearer token, for the rows that measure reading. */
export function getRequest(path: string, bearer: string): Buffer[] {
  return [Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${bearer}\r\n\r\n`)]
}
