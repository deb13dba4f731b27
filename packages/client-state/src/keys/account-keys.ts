import { key } from './key.ts'

export const accountKeys = {
  me: key('me'),
  sessions: key('sessions'),
  apiTokens: key('api-tokens'),
  totp: key('totp'),
  /** Below that key: they share the recovery codes. */
  passkeys: key('totp', 'passkeys'),
  audit: key('audit'),
  mobilePage: key('mobile page'),
  mails: key('mails'),
  mailTimes: key('mail times'),
  identities: key('identities'),
  push: key('push'),
  pushDevices: key('push devices'),
  /** Offers of a server to those who are not signed in. */
  registration: (server: string) => key('registration', server),
  tokensOfReset: (token: string) => key('tokens of reset', token),
}
