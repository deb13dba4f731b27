import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Refusal } from '../../../refusal.ts'

const unzip = promisify(gunzip)

export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Decompresses a body that was compressed without saying so. @throws Refusal */
export async function unzipped(body: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  return unzip(body, { maxOutputLength }).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'payload_too_large' : 'malformed_body')
  })
}
