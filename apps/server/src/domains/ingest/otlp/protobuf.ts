/** Field numbers of a message, with the names and kinds of those that are read; others are skipped. */
export interface Message {
  [field: number]: [name: string, kind: Kind, isList?: 'list']
}
type Kind = 'string' | 'bool' | 'int' | 'double' | 'fixed64' | 'hex' | 'base64' | (() => Message)

/** Thrown for bytes that are no message. */
export class ProtobufError extends Error {}

/** Messages within messages: values of attributes may be nested. */
const maxDepth = 24

/**
 * Reads a message of Protocol Buffers (protobuf.dev/programming-guides/encoding) into the form that its JSON mapping
 * has: 64-bit integers are texts, names are in lowerCamel.
 *
 * @throws ProtobufError
 */
export function readMessage(bytes: Buffer, message: Message): Record<string, unknown> {
  return read(new Reader(bytes, 0, bytes.length), message, 0)
}

/**
 * Returns the fields of a message with this number, without reading them: so a long list is read one by one.
 *
 * @throws ProtobufError
 */
export function* fieldsOfNumber(bytes: Buffer, number: number): Generator<Buffer> {
  const reader = new Reader(bytes, 0, bytes.length)
  while (!reader.isAtEnd) {
    const tag = reader.varint()
    const wire = Number(tag & 7n)
    if (wire === 2 && Number(tag >> 3n) === number) yield reader.lengthDelimited()
    else reader.skip(wire)
  }
}

function read(reader: Reader, message: Message, depth: number): Record<string, unknown> {
  if (depth > maxDepth) throw new ProtobufError('nested too deeply')
  const fields: Record<string, unknown> = {}
  while (!reader.isAtEnd) {
    const tag = reader.varint()
    const wire = Number(tag & 7n)
    const known = message[Number(tag >> 3n)]
    if (known === undefined) {
      reader.skip(wire)
      continue
    }
    const [name, kind, isList] = known
    const value = readValue(reader, kind, wire, depth)
    if (isList === undefined) fields[name] = value
    else if (fields[name] === undefined) fields[name] = [value]
    else (fields[name] as unknown[]).push(value)
  }
  return fields
}

function readValue(reader: Reader, kind: Kind, wire: number, depth: number): unknown {
  const wanted = kind === 'bool' || kind === 'int' ? 0 : kind === 'double' || kind === 'fixed64' ? 1 : 2
  if (wire !== wanted) throw new ProtobufError('a field has another type')
  switch (kind) {
    case 'bool':
      return reader.varint() !== 0n
    case 'int':
      return String(BigInt.asIntN(64, reader.varint()))
    case 'double':
      return reader.bytes(8).readDoubleLE(0)
    case 'fixed64':
      return String(reader.bytes(8).readBigUInt64LE(0))
    case 'string':
      return reader.lengthDelimited().toString('utf8')
    case 'hex':
      return reader.lengthDelimited().toString('hex')
    case 'base64':
      return reader.lengthDelimited().toString('base64')
    default: {
      const inner = reader.lengthDelimited()
      return read(new Reader(inner, 0, inner.length), kind(), depth + 1)
    }
  }
}

class Reader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  varint(): bigint {
    let value = 0
    // Most are short, and numbers are faster than bigints.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return BigInt(value >>> 0)
    }
    let long = BigInt(value >>> 0)
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      long |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return long
    }
    throw new ProtobufError('a number is too long')
  }

  bytes(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#end) throw new ProtobufError('a field is cut')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  lengthDelimited(): Buffer {
    return this.bytes(Number(this.varint()))
  }

  skip(wire: number): void {
    if (wire === 0) this.varint()
    else if (wire === 1) this.bytes(8)
    else if (wire === 2) this.lengthDelimited()
    else if (wire === 5) this.bytes(4)
    else throw new ProtobufError('a field has an unknown type')
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new ProtobufError('a number is cut')
    return this.#bytes[this.#at++]!
  }
}
