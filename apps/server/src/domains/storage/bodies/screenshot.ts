/** Largest picture that is kept, width × height: a browser must be able to show it. */
const maxPixels = 20_000_000

/**
 * Decodes a base64 JPEG (with or without a data: prefix, white space allowed) and checks its beginning. One that is cut
 * short, or has bytes after its end, is accepted: an event is worth more than its picture.
 *
 * @returns the bytes, or undefined when it is no JPEG that may be kept
 */
export function decodeScreenshot(text: string): Buffer | undefined {
  const base64 = text.replace(/^data:image\/jpe?g;base64,/, '').replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return isJpeg(bytes) ? bytes : undefined
}

/** Structure as in ITU-T T.81 annex B: SOI, then marker segments; the frame header holds the size. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 3 || bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return false
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1]!
    if (marker === endOfImage) return true
    if (isFrameHeader(marker)) {
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      return pixels > 0 && pixels <= maxPixels
    }
    // Before a marker may stand any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return true
}

const endOfImage = 0xd9

/** SOF0 … SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

const placeholder = '~bugle-screenshot~'
const escapedPlaceholder = '~bugle-screenshot-escaped~'

/**
 * Replaces the screenshot in a body by a placeholder, because it is stored apart; all other bytes stay as received. PHP
 * writes `/` as `\/`; both spellings are found.
 *
 * @returns undefined if it could not be put back byte for byte: the body contains the screenshot twice or in another
 * spelling of base64, or contains the placeholder already
 */
export function cutScreenshot(body: Buffer, screenshot: Buffer): Buffer | undefined {
  if (body.includes(placeholder) || body.includes(escapedPlaceholder)) return undefined
  const base64 = screenshot.toString('base64')
  for (const [text, mark] of [
    [base64, placeholder],
    [base64.replaceAll('/', '\\/'), escapedPlaceholder],
  ] as const) {
    const at = body.indexOf(text, 0, 'latin1')
    if (at < 0) continue
    if (body.includes(text, at + 1, 'latin1')) return undefined
    return Buffer.concat([body.subarray(0, at), Buffer.from(mark), body.subarray(at + text.length)])
  }
  return undefined
}

/** Returns the inverse of cutScreenshot. */
export function restoreScreenshot(body: Buffer, screenshot: Buffer): Buffer {
  const base64 = screenshot.toString('base64')
  for (const [mark, text] of [
    [placeholder, base64],
    [escapedPlaceholder, base64.replaceAll('/', '\\/')],
  ] as const) {
    const at = body.indexOf(mark)
    if (at >= 0) return Buffer.concat([body.subarray(0, at), Buffer.from(text), body.subarray(at + mark.length)])
  }
  return body
}
