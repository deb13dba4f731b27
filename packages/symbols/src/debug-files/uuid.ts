import { createHash, type Hash } from 'node:crypto'

/** Computes the UUID of version 5 of bytes that are added piece by piece. */
export class NameUuid {
  readonly #hash: Hash

  constructor(namespace: string) {
    this.#hash = createHash('sha1').update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
  }

  add(bytes: Uint8Array | string): this {
    this.#hash.update(bytes)
    return this
  }

  finish(): string {
    const bytes = this.#hash.digest().subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x50
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return formatUuid(bytes.toString('hex'))
  }
}

/** @example formatUuid('85314830023f4cf1a267535f4e37bb17') // '85314830-023f-4cf1-a267-535f4e37bb17' */
export function formatUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
