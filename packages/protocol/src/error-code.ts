/**
 * Every error code of the interface with its HTTP status and the sentence a person reads by default.
 * Clients branch on the code, never on the text. This is the only table of codes: the server answers
 * from it, docs/errors and the OpenAPI document are written from it.
 */
const table = {
  // The request itself
  malformed_request: [400, 'The request is not valid HTTP.'],
  malformed_body: [400, 'The body is not valid JSON.'],
  invalid_payload: [400, 'The payload does not have the expected shape.'],
  invalid_parameter: [400, 'A query or path parameter has a wrong value.'],
  unsupported_media_type: [415, 'Send JSON with Content-Type: application/json.'],
  unsupported_encoding: [415, 'Send the body plain or with Content-Encoding gzip, deflate or br.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  headers_too_large: [431, 'The headers are too large.'],
  payload_too_large: [413, 'The payload is larger than 1 MB. The usual cause is an oversized screenshot.'],
  not_found: [404, 'There is nothing here, or it is not yours.'],
  method_not_allowed: [405, 'This path does not know that method.'],
  rate_limited: [429, 'Too many requests. Wait for the time that Retry-After names.'],
  // Accounts and sessions
  validation_failed: [422, 'Some fields have a wrong value.'],
  email_taken: [422, 'An account with this e-mail address exists already.'],
  registration_closed: [403, 'Registration is closed here. Ask whoever runs this server for an account.'],
  email_confirmed: [422, 'This e-mail address is confirmed already.'],
  account_disabled: [403, 'This account was disabled by whoever runs this server.'],
  unknown_client: [422, 'X-Service-Client must be cli, mobile or web.'],
  invalid_credentials: [401, 'The e-mail address or the password is wrong.'],
  unauthenticated: [401, 'Log in first and send the token as Authorization: Bearer.'],
  session_replaced: [401, 'This session ended because of a newer login with the same kind of client.'],
  invalid_totp: [401, 'The code is wrong, or was used already.'],
  challenge_expired: [401, 'This login took too long or too many tries. Log in again.'],
  insufficient_scope: [403, 'This API token may not do that.'],
  origin_mismatch: [403, 'This came from a page of another origin than BUGLE_URL.'],
  cannot_revoke_current: [422, 'This is the token you are using. Log out instead.'],
  wrong_password: [422, 'The password is wrong.'],
  link_expired: [422, 'This link was used, replaced by a newer one, or is too old. Ask for another.'],
  invalid_link: [422, 'This link is none of ours, or the secret of the server has changed. Log in instead.'],
  totp_enabled: [422, 'The second factor is on already. Remove it first.'],
  totp_not_enabled: [422, 'There is no second factor, or it is not confirmed yet.'],
  // Issues
  merge_across_projects: [422, 'Issues of different projects cannot be merged.'],
  no_release_known: [
    422,
    'No release is known yet that enough people use. Resolve the issue now, or in a named release.',
  ],
  count_changed: [409, 'The number of issues that match has changed. Look again, then decide.'],
  payload_unavailable: [410, 'The payload of this event made room for newer ones, or cannot be read from the disk.'],
  // Ingest
  invalid_ingest_token: [401, 'The ingest token is invalid or revoked.'],
  app_id_mismatch: [403, 'The app_id is not one of those pinned to the project.'],
  subscription_inactive: [402, 'The subscription is not active. Keep the event and retry later.'],
  storage_full: [503, 'The disk budget is used up. Retry later.'],
  project_storage_full: [503, 'The project has used up its fair share of the disk budget. Retry later.'],
  overloaded: [503, 'The server is busy. Retry after the time that Retry-After names.'],
  // The service
  unavailable: [503, 'The service is starting, stopping, or waiting for its database. Retry shortly.'],
  internal: [500, 'Something broke on our side. It was logged under this request id.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** A code of the interface, e.g. `app_id_mismatch`. */
export type ErrorCode = keyof typeof table

/** All codes, in the order of the table. */
export const errorCodes = Object.keys(table) as ErrorCode[]

/** The HTTP status of a code. `statusOf('app_id_mismatch') === 403` */
export function statusOf(code: ErrorCode): number {
  return table[code][0]
}

/** The default sentence of a code, for people. */
export function messageOf(code: ErrorCode): string {
  return table[code][1]
}
