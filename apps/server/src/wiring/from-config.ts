import { hkdfSync } from 'node:crypto'
import { OpenIdProvider } from '../adapters/identity-provider-openid.ts'
import { S3ObjectStore } from '../adapters/object-store-s3.ts'
import { createSealer } from '../adapters/sealer-aes.ts'
import type { Config } from '../config.ts'
import type { Buckets } from '../db/buckets.ts'
import type { IdleLimits } from '../domains/auth/index.ts'
import { inRows, ObjectPayloads } from '../domains/objects/index.ts'
import { readPlace } from '../lib/read-place.ts'
import type { IdentityProvider } from '../ports/identity-provider.ts'
import type { Pusher } from '../ports/pusher.ts'
import { readOrMakeSecret } from '../secret-file.ts'

/** Creates the sealer that encrypts stored secrets with BUGLE_SECRET. */
export function sealerOf(config: Config) {
  return createSealer({ secret: readOrMakeSecret(config), previous: config.BUGLE_SECRET_PREVIOUS })
}

/**
 * Whether members are mailed about issues unless they object. Not if mails are only files for the operator: a person
 * gets those by choice.
 */
export function isMailedByDefault({ BUGLE_SMTP_URL: smtp }: Config): boolean {
  return smtp !== undefined
}

/** Creates the pusher. Its library is loaded with the first message, because most processes send none. */
export function pusherOf({ url, sender, BUGLE_OUTGOING_ALLOW: allowed }: Config): Pusher {
  const make = async (): Promise<Pusher> => {
    const [{ createWebPusher }, { OutgoingHttp }] = await Promise.all([
      import('../adapters/push-webpush.ts'),
      import('../adapters/outgoing-http.ts'),
    ])
    return createWebPusher(new OutgoingHttp(allowed), url.startsWith('https:') ? url : `mailto:${sender.address}`)
  }
  let made: Promise<Pusher> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return {
    makeKeys: async () => (await get()).makeKeys(),
    check: async (target) => (await get()).check(target),
    push: async (...args) => (await get()).push(...args),
  }
}

/** Returns where the buckets beside the main one are. */
export function placesOf({ BUGLE_BUCKETS: urls }: Config): Buckets {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, readPlace(url)]))
}

/** Idle times of sessions. */
export function idleLimitsOf(config: Config): IdleLimits {
  return {
    web: config.BUGLE_SESSION_IDLE_WEB,
    mobile: config.BUGLE_SESSION_IDLE_MOBILE,
    cli: config.BUGLE_SESSION_IDLE_CLI,
  }
}

/** Returns the identity provider of the settings, if there is one. */
export function providerOf(config: Config): IdentityProvider | undefined {
  const { BUGLE_OIDC_ISSUER: issuer, BUGLE_OIDC_CLIENT_ID: clientId } = config
  if (issuer === undefined || clientId === undefined) return undefined
  return new OpenIdProvider({
    issuer,
    clientId,
    clientSecret: config.BUGLE_OIDC_CLIENT_SECRET,
    scopes: config.BUGLE_OIDC_SCOPES,
    groupsClaim: config.BUGLE_OIDC_GROUPS_CLAIM,
    allowed: config.BUGLE_OUTGOING_ALLOW,
  })
}

/** Returns the object store of the settings; without one, payloads are in their rows. */
export function objectPayloadsOf({ BUGLE_OBJECTS: address }: Config): ObjectPayloads {
  if (address === undefined) return inRows
  const { isWritten, accessKeyId = '', secretAccessKey = '', ...where } = address
  return new ObjectPayloads(new S3ObjectStore({ ...where, accessKeyId, secretAccessKey }), { isWritten })
}

/** Connects to the mail server of the settings, with TLS and login as for a mail. */
export async function checkMailServer(config: Config): Promise<void> {
  const { SmtpMailer } = await import('../adapters/mail-smtp.ts')
  await new SmtpMailer({ ...config.BUGLE_SMTP_URL!, from: config.sender }).verify()
}

/** Returns the key of the hashes that stand for persons. With another secret, the same person is another user. */
export function personKeyOf(config: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', readOrMakeSecret(config), '', 'bugle person key', 32))
}
