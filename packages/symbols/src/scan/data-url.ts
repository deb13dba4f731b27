import { broken } from '../refusal.ts'

const jsonDataUrl = /^data:application\/(?:json|x-json)(?:;[^,;]{0,100}){0,5},/i
const maxHeaderLength = 1_000

/** Characters decoded at a time; a multiple of four, so that base64 is cut between groups. */
const pieceLength = 64 * 1024

/**
 * Decodes an inline map, piece by piece, for `buildIndex`. Undefined when the reference is not a `data:` URL of JSON.
 *
 * @example
 * const reference = findMapReference(code)
 * const inline = reference && decodeDataUrl(reference)
 * if (inline) await buildIndex(inline, writePage)
 */
export function decodeDataUrl(url: string): Iterable<Uint8Array> | undefined {
  const header = jsonDataUrl.exec(url.slice(0, maxHeaderLength))?.[0]
  if (header === undefined) return undefined
  return /;base64,$/i.test(header) ? decodeBase64(url, header.length) : decodePercent(url, header.length)
}

function* decodeBase64(url: string, start: number): Generator<Uint8Array> {
  for (let offset = start; offset < url.length; offset += pieceLength) {
    yield Buffer.from(url.slice(offset, offset + pieceLength), 'base64')
  }
}

function* decodePercent(url: string, start: number): Generator<Uint8Array> {
  for (let offset = start; offset < url.length; ) {
    const end = endOfPiece(url, offset)
    yield Buffer.from(percentDecoded(url.slice(offset, end)), 'latin1')
    offset = end
  }
}

/** Cuts so that no escape (`%7B`) is divided. */
function endOfPiece(url: string, offset: number): number {
  const end = offset + pieceLength
  const percent = url.lastIndexOf('%', end - 1)
  return percent >= end - 2 && percent > offset ? percent : end
}

/** Undoes the escapes into single bytes: a character of UTF-8 may lie across two pieces. */
function percentDecoded(text: string): string {
  return text.replace(/%(.{0,2})/gs, (_, digits: string) => {
    if (!/^[0-9a-f]{2}$/i.test(digits)) throw broken('an unfinished escape in an inline map')
    return String.fromCharCode(Number.parseInt(digits, 16))
  })
}
