import { isIP } from 'node:net'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@bugle/protocol'
import type { CredentialRecord, NewPasskey, PasskeyRecord } from './passkey-store.ts'

// WebAuthn (https://www.w3.org/TR/webauthn-3/): what browsers are asked, and whether an authenticator's response is right.
// The library is loaded with the first response: a server whose users have no passkeys spends no memory on it.

/** The site that passkeys belong to, from BUGLE_URL alone. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Time that a browser gives its user. */
const timeout = 5 * 60_000
/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]
/** A key of RSA with 4096 bits has 525. */
const maxKeyBytes = 600

/** Undefined where browsers know no passkeys: at an IP address, and without https but on localhost. */
export function relyingPartyOf(url: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

export function creationFor(
  relyingParty: RelyingParty,
  { userId, email, name, challenge, known }: CreationOf,
): PasskeyCreation {
  return {
    challenge,
    timeout,
    rp: { id: relyingParty.id, name: 'Bugle' },
    user: { id: handleOf(userId), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    attestation: 'none',
  }
}

interface CreationOf {
  userId: string
  email: string
  name: string
  challenge: string
  /** Those of the account: an authenticator that has one makes no second. */
  known: PasskeyRecord[]
}

/** @param known the passkeys of an account; undefined where they take the place of the password */
export function requestFor(
  relyingParty: RelyingParty,
  { challenge, known }: { challenge: string; known?: PasskeyRecord[] },
): PasskeyRequest {
  return {
    challenge,
    timeout,
    rpId: relyingParty.id,
    userVerification: known === undefined ? 'required' : 'discouraged',
    allowCredentials: (known ?? []).map(descriptorOf),
  }
}

/** Returns the challenge that a response says to answer, which nothing vouches for yet. */
export function challengeOf(credential: PasskeyAssertion | PasskeyAttestation): string | undefined {
  try {
    const { challenge } = clientDataOf(credential)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Returns the new key, or undefined when the response to the challenge is wrong. */
export async function readAttestation(
  { id, origin }: RelyingParty,
  challenge: string,
  credential: PasskeyAttestation,
): Promise<Omit<NewPasskey, 'userId' | 'name'> | undefined> {
  const { transports } = credential.response
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    assertOwnFrame(credential)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: credential.response.clientDataJSON,
          attestationObject: await withoutStatement(credential.response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo === undefined) return undefined
    const { publicKey, counter, id: credentialId } = registrationInfo.credential
    if (publicKey.length > maxKeyBytes) return undefined
    return {
      credentialId: Buffer.from(credentialId, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports ?? [],
      isBackedUp: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws for everything that is wrong with a response.
    return undefined
  }
}

/** Returns what the authenticator reports of itself, or undefined when its response to the challenge is wrong. */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  { challenge, credential, record, isAlone }: AssertionOf,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { userHandle, ...response } = credential.response
  if (isAlone ? userHandle !== handleOf(record.userId) : userHandle != null && userHandle !== handleOf(record.userId))
    return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    assertOwnFrame(credential)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: record.credentialId.toString('base64url'),
        publicKey: new Uint8Array(record.publicKey),
        counter: record.counter,
      },
      requireUserVerification: isAlone,
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}

interface AssertionOf {
  challenge: string
  credential: PasskeyAssertion
  record: CredentialRecord
  /** Whether it takes the place of the password: then the authenticator must have verified its user. */
  isAlone: boolean
}

/** @throws SyntaxError and TypeError for other text than an object in JSON */
function clientDataOf({ response }: PasskeyAssertion | PasskeyAttestation): {
  challenge?: unknown
  crossOrigin?: unknown
} {
  return JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
}

/** Nothing of Bugle runs within another site's page. */
function assertOwnFrame(credential: PasskeyAssertion | PasskeyAttestation): void {
  if (clientDataOf(credential).crossOrigin) throw new Error('Signed within another site')
}

/**
 * Removes the statement about the make of an authenticator. None is asked for, and its certificates name addresses that the
 * library would fetch.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map().set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

function descriptorOf({ credentialId, transports }: PasskeyRecord) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports }
}
