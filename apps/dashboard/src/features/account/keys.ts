/** Cache keys of the account queries. */
export const accountKeys = {
  sessions: ['sessions'],
  apiTokens: ['api-tokens'],
  totp: ['totp'],
  audit: ['audit'],
  mobilePage: ['mobile page'],
  mails: ['mails'],
  identities: ['identities'],
}
