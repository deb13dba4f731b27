import type { TObject } from 'typebox'
import type { ChannelMessage } from '../message.ts'

/** A request that hands a message to a service. */
export interface ChannelRequest {
  url: string
  method: 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body: string
}

/** The answer of a service, with the beginning of its body. */
export interface ChannelResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** End of an attempt. */
export type Outcome =
  | { kind: 'delivered' }
  /** The service takes it later: at once it would only be refused again. */
  | { kind: 'later'; afterMs: number | undefined; why: string }
  /** Nothing will be taken any more until somebody changes the channel. */
  | { kind: 'broken'; why: string }

/** A service that messages go to. `Config` is what somebody enters for a channel, secrets among it. */
export interface ChannelKind<Config> {
  config: TObject
  /** Returns the address that a channel sends to; of it, only the host is ever shown. */
  address: (config: Config) => string
  request: (config: Config, message: ChannelMessage) => ChannelRequest
  /** Reads an answer whose status says nothing alone; undefined leaves it to {@link outcomeOf}. */
  judge?: (response: ChannelResponse) => Outcome | undefined
  /** Where the service lets a message be edited: when what it reports is over, it says so. */
  edits?: {
    /** Returns what the service calls the message that it took. */
    reference: (response: ChannelResponse) => string | undefined
    request: (config: Config, message: ChannelMessage, reference: string) => ChannelRequest
  }
}

/** Returns a value of the JSON that a service answered with, as text. */
export function answered(
  { body }: ChannelResponse,
  read: (answer: Record<string, unknown>) => unknown,
): string | undefined {
  try {
    const value = read(JSON.parse(body) as Record<string, unknown>)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  } catch {
    return undefined
  }
}

export function jsonRequest(
  url: string,
  body: object,
  headers: Record<string, string> = {},
  method: ChannelRequest['method'] = 'POST',
): ChannelRequest {
  return { url, method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Longest wait that a service can ask for. */
const longestWaitMs = 3_600_000

/**
 * Says what became of a message by the answer of its service. Gone and forbidden addresses are broken; what is busy or
 * failing is tried again, and so is a refusal of the message itself, as its text may change until then.
 */
export function outcomeOf<Config>(
  { judge }: { judge?: ChannelKind<Config>['judge'] | undefined },
  response: ChannelResponse,
): Outcome {
  const judged = judge?.(response)
  if (judged !== undefined) return judged
  const { status } = response
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if ([401, 403, 404, 410].includes(status)) return { kind: 'broken', why: brokenBy(status) }
  if (status >= 300 && status < 400) return { kind: 'broken', why: 'The address leads to another one: enter that.' }
  return { kind: 'later', afterMs: retryAfterMs(response), why: `The service answered with ${status}.` }
}

function brokenBy(status: number): string {
  return status === 401 || status === 403
    ? `The service refuses the token or the address (${status}).`
    : `The service knows the address no longer (${status}).`
}

/** Reads `Retry-After` in seconds or as a date, and `retry_after` of JSON, which Discord and Telegram send in seconds. */
export function retryAfterMs({ headers, body }: ChannelResponse): number | undefined {
  const header = String(headers['retry-after'] ?? '')
  const inBody = /"retry_after"\s*:\s*([0-9.]{1,12})/.exec(body.slice(0, 10_000))?.[1]
  const seconds = header === '' ? Number(inBody) : /^[0-9.]{1,12}$/.test(header) ? Number(header) : untilDate(header)
  return seconds > 0 ? Math.min(longestWaitMs, Math.ceil(seconds * 1000)) : undefined
}

function untilDate(text: string): number {
  return (Date.parse(text) - Date.now()) / 1000
}
