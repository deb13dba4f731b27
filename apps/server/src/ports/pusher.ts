/** A device as its push service knows it. */
export interface PushTarget {
  endpoint: string
  /** The keys that messages are encrypted with (RFC 8291), base64url. */
  p256dh: string
  auth: string
}

/** The key pair by which push services recognize this server (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushOptions {
  urgency: 'normal' | 'high'
  /** A later message of the same topic replaces one that was not delivered yet. */
  topic?: string
}

/** The outcome of an attempt. */
export type PushResult =
  | { kind: 'sent' }
  /** The device is no longer subscribed. */
  | { kind: 'gone' }
  | { kind: 'failed'; why: string; retryAfterMs?: number }

/** Hands encrypted messages to push services. */
export interface Pusher {
  makeKeys(): Promise<PushKeys>
  /** @returns what is wrong with a target, by field; undefined if messages may be sent to it */
  check(target: PushTarget): Promise<Record<string, string[]> | undefined>
  /** Encrypts a text and sends it. Never rejects. */
  push(target: PushTarget, text: string, keys: PushKeys, options: PushOptions): Promise<PushResult>
}
