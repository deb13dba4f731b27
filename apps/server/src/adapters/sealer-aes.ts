import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CannotOpen, type Sealer } from '../ports/sealer.ts'

export interface SealerSecrets {
  /** BUGLE_SECRET: 32 characters or more. */
  secret: string
  /** The one before it, while what it sealed is not sealed anew. */
  previous?: string | undefined
}

interface Key {
  /** Says which secret it comes from, and nothing about it. */
  version: string
  bytes: Buffer
}

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM by node:crypto. A sealed text reads `1.<version of the key>.<iv, tag and ciphertext>`; the version is
 * derived from the secret, so that every process names it alike without being told.
 */
export function createSealer({ secret, previous }: SealerSecrets): Sealer {
  const current = keyOf(secret)
  const keys = [current, ...(previous === undefined ? [] : [keyOf(previous)])]
  return {
    seal: (text, belongsTo) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(belongsTo))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `1.${current.version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (sealed, belongsTo) => {
      const [format, version, data = ''] = sealed.split('.')
      const key = keys.find((known) => known.version === version)
      if (format !== '1' || key === undefined)
        throw new CannotOpen('What is encrypted needs another BUGLE_SECRET or BUGLE_SECRET_PREVIOUS.')
      return decrypt(key, Buffer.from(data, 'base64url'), belongsTo)
    },
    isCurrent: (sealed) => sealed.startsWith(`1.${current.version}.`),
  }
}

function decrypt({ bytes }: Key, data: Buffer, belongsTo: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', bytes, data.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(belongsTo))
    decipher.setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(data.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new CannotOpen('What is encrypted was changed, or belongs to something else.', { cause: error })
  }
}

// HKDF (RFC 5869) with a label for each use: the version tells nothing of the key.
function keyOf(secret: string): Key {
  const derive = (label: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', label, length))
  return { version: derive('bugle sealer version', 6).toString('hex'), bytes: derive('bugle sealer key', 32) }
}
