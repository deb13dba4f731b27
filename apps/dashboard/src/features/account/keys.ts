/** Cache keys of the account queries. */
export const accountKeys = {
  sessions: ['sessions'],
  apiTokens: ['api-tokens'],
  totp: ['totp'],
  /** Below that key: they share the recovery codes. */
  passkeys: ['totp', 'passkeys'],
  audit: ['audit'],
  mobilePage: ['mobile page'],
  mails: ['mails'],
  identities: ['identities'],
}
