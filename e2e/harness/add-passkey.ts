import { Authenticator } from '../../apps/server/test/authenticator.ts'
import { type Account, request } from './account.ts'

/** Adds a passkey to an account, as a browser at the server's public address does. @returns the recovery codes that come with it */
export async function addPasskey(account: Account, publicUrl: string): Promise<string[]> {
  const path = '/api/me/passkeys'
  const options = await request(account, 'POST', `${path}/options`, {})
  const { origin, hostname: rpId } = new URL(publicUrl)
  const credential = new Authenticator().create(options, { origin, rpId })
  // Its kind is a string to the authenticator.
  const body = { name: 'Laptop', credential: { ...credential, type: 'public-key' as const } }
  return (await request(account, 'POST', path, body)).recovery_codes!
}
