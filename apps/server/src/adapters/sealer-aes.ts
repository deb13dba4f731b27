import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CannotOpen, type Sealer } from '../ports/sealer.ts'

export interface SealerSecrets {
  /** BUGLE_SECRET: 32 characters or more. */
  secret: string
  /** The former secret, until everything it sealed is sealed with the new one. */
  previous?: string | undefined
}

interface Key {
  /** Identifies the secret without revealing anything about it. */
  version: string
  bytes: Buffer
}

const ivBytes = 12
const tagBytes = 16

/**
 * Seals with AES-256-GCM of node:crypto. A sealed text reads `1.<version of the key>.<iv, tag and ciphertext>`. The
 * version is derived from the secret, so that all processes agree on it without coordination.
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
        throw new CannotOpen(
          'The text was encrypted with another secret than BUGLE_SECRET or BUGLE_SECRET_PREVIOUS. Set one of them to it.',
        )
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
    throw new CannotOpen('The encrypted text was modified, or belongs to another row.', { cause: error })
  }
}

// HKDF (RFC 5869) with a label for each use: the version reveals nothing about the key.
function keyOf(secret: string): Key {
  const derive = (label: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', label, length))
  return { version: derive('bugle sealer version', 6).toString('hex'), bytes: derive('bugle sealer key', 32) }
}
