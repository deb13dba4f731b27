import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A ceremony that goes wrong, each in one way. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  /** Whether the user was verified, by a PIN or finger; otherwise only touched it. */
  isVerified?: boolean
  isPresent?: boolean
  counter?: number
  userHandle?: string
  /** Sent in place of the credential's own. */
  id?: string
  /** A statement about its make. */
  statement?: Buffer
}

export const origin = 'https://bugle.example'
export const rpId = 'bugle.example'

/** An authenticator with one credential: ES256, with a counter. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(32).toString('base64url')
  counter = 0
  #userHandle = ''

  /** Responds as `navigator.credentials.create` does. */
  create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
    this.#userHandle = options.user.id
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const head = Buffer.from('a5010203262001215820', 'hex')
    const coordinates = [
      Buffer.from(jwk.x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(jwk.y!, 'base64url'),
    ]
    const id = Buffer.from(deviation.id ?? this.id, 'base64url')
    const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, head, ...coordinates]
    const data = Buffer.concat([this.#head(deviation, 0x40), ...attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, ...text('fmt')]),
      deviation.statement ?? Buffer.from([...text('none'), ...text('attStmt'), 0xa0]),
      Buffer.from([...text('authData'), 0x59, data.length >> 8, data.length & 255]),
      data,
    ])
    return {
      ...this.#envelope(deviation),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Responds as `navigator.credentials.get` does. */
  get({ challenge }: { challenge: string }, deviation: Deviation = {}) {
    this.counter += 1
    const data = this.#head(deviation, 0)
    const clientData = this.#clientData('webauthn.get', challenge, deviation)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return {
      ...this.#envelope(deviation),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    }
  }

  #envelope({ id = this.id }: Deviation) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...only(deviation) }))
  }

  #head({ rpId: site = rpId, isVerified = true, isPresent = true, counter = this.counter }: Deviation, more: number) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more
    return Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags]), count])
  }
}

/** The deviations of what a browser writes. */
function only({ origin, challenge, type, crossOrigin }: Deviation): Partial<Deviation> {
  return Object.fromEntries(
    Object.entries({ origin, challenge, type, crossOrigin }).filter(([, value]) => value !== undefined),
  )
}

/** A short text in CBOR. */
function text(value: string): number[] {
  return [0x60 + value.length, ...Buffer.from(value)]
}
