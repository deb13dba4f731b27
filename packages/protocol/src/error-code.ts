/**
 * Every error code of the API with its HTTP status and its message. Callers branch on the code, never on the message. This
 * is the only table of codes: responses, docs/errors.md and the OpenAPI document are made from it.
 */
const table = {
  // The request itself
  malformed_request: [400, 'The request is not valid HTTP.'],
  malformed_body: [400, 'The body is not valid JSON.'],
  invalid_payload: [400, 'The payload does not have the expected shape.'],
  invalid_parameter: [400, 'A query or path parameter is invalid.'],
  unsupported_media_type: [415, 'Send JSON with Content-Type: application/json.'],
  unsupported_encoding: [415, 'Send the body plain or with Content-Encoding gzip, deflate or br.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  headers_too_large: [431, 'The headers are too large.'],
  payload_too_large: [413, 'The payload is larger than 1 MB. The usual cause is an oversized screenshot.'],
  not_found: [404, 'The resource does not exist, or you have no access to it.'],
  method_not_allowed: [405, 'The method is not allowed on this path.'],
  rate_limited: [429, 'Too many requests. Retry after the time in Retry-After.'],
  // Accounts and sessions
  validation_failed: [422, 'Some fields are invalid.'],
  email_taken: [422, 'An account with this e-mail address already exists.'],
  registration_closed: [403, 'Registration is closed. Ask the operator of this server for an account.'],
  email_confirmed: [422, 'This e-mail address is already confirmed.'],
  account_disabled: [403, 'The operator of this server has disabled this account.'],
  unknown_client: [422, 'X-Service-Client must be cli, mobile or web.'],
  invalid_credentials: [401, 'The e-mail address or the password is wrong.'],
  unauthenticated: [401, 'Log in first and send the token as Authorization: Bearer.'],
  session_replaced: [401, 'This session ended because of a newer login with the same kind of client.'],
  invalid_totp: [401, 'The code is wrong or was already used.'],
  challenge_expired: [401, 'This login took too long or too many attempts. Log in again.'],
  invalid_passkey: [401, 'The passkey was not accepted. Try again, or log in another way.'],
  sso_off: [404, 'This server has no identity provider.'],
  sso_failed: [401, 'The login by the identity provider failed. Begin it again.'],
  sso_expired: [401, 'The login by the identity provider took too long, or is due again.'],
  sso_email_unverified: [403, 'The identity provider names no verified e-mail address.'],
  sso_domain: [403, 'Addresses of this domain get no account here.'],
  sso_taken: [422, 'This identity belongs to another account.'],
  sso_unreachable: [503, 'The identity provider does not respond. Try again shortly.'],
  sso_required: [403, 'This organization requires single sign-on. Log in by the identity provider first.'],
  insufficient_scope: [403, 'This API token lacks the required scope.'],
  insufficient_role: [403, 'Your role in this organization does not allow this.'],
  invitation_for_other: [422, 'This invitation is for another e-mail address, or yours is not confirmed yet.'],
  already_member: [422, 'You are already a member of this organization.'],
  sole_owner: [422, 'An organization needs an owner. Make another member an owner first.'],
  totp_required: [403, 'This organization asks for a second factor. Turn one on in your account first.'],
  origin_mismatch: [403, 'The request came from another origin than BUGLE_URL.'],
  cannot_revoke_current: [422, 'This is the token you are using. Log out instead.'],
  wrong_password: [422, 'The password is wrong.'],
  password_needed: [422, 'You logged in more than an hour ago. Send your password as well.'],
  login_code_expired: [401, 'This code has been used, was replaced by a newer one, or has expired. Show another.'],
  link_expired: [422, 'This link has been used, was replaced by a newer one, or has expired. Request another.'],
  invalid_link: [422, 'This link is invalid, or the server’s secret has changed. Log in instead.'],
  totp_enabled: [422, 'The second factor is already enabled. Remove it first.'],
  totp_not_enabled: [422, 'There is no second factor, or it has not been confirmed.'],
  passkey_not_accepted: [422, 'The passkey could not be added: it is known already, or this took too long. Try again.'],
  passkeys_off: [
    404,
    'Passkeys need a BUGLE_URL with a name instead of an IP address, and with https unless it is localhost.',
  ],
  push_failed: [502, 'The push service did not accept the message.'],
  records_full: [
    422,
    'The organization or account has used up its share of the space for comments, releases, projects and the like. Delete some, or ask the operator for more.',
  ],
  // Issues
  merge_across_projects: [422, 'Issues of different projects cannot be merged.'],
  no_release_known: [422, 'No event has named a release yet. Resolve the issue now, or in a named release.'],
  count_changed: [409, 'The number of matching issues has changed. Reload, then decide.'],
  payload_unavailable: [410, 'The payload of this event was evicted, or cannot be read from disk.'],
  // Artifacts
  chunk_mismatch: [422, 'The bytes of the chunk do not have the sha256 of its address.'],
  chunk_not_wanted: [409, 'No unfinished upload has this chunk. Begin the upload again.'],
  upload_incomplete: [409, 'Chunks of this upload are missing. Begin it again to learn which.'],
  upload_too_large: [413, 'The unfinished uploads of this project would have more than 4 GiB.'],
  too_many_uploads: [429, 'The project has two unfinished uploads. Finish one, or wait until it expires.'],
  // Ingest
  invalid_ingest_token: [401, 'The ingest token is invalid or revoked.'],
  app_id_mismatch: [403, 'The app_id is not pinned to the project.'],
  origin_not_allowed: [403, 'Pages of this origin may not send by this DSN.'],
  subscription_inactive: [402, 'The subscription is not active. Keep the event and retry later.'],
  storage_full: [503, 'The disk budget is exhausted. Retry later.'],
  project_storage_full: [503, 'The project has exhausted its fair share of the disk budget. Retry later.'],
  overloaded: [503, 'The server is busy. Retry after the time in Retry-After.'],
  // The service
  unavailable: [503, 'The service is starting, stopping, or waiting for its database. Retry shortly.'],
  internal: [500, 'An internal error occurred. The server’s log has it under this request id.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** An error code of the API, such as `app_id_mismatch`. */
export type ErrorCode = keyof typeof table

/** All codes, in the order of the table. */
export const errorCodes = Object.keys(table) as ErrorCode[]

/** The HTTP status of a code. `statusOf('app_id_mismatch') === 403` */
export function statusOf(code: ErrorCode): number {
  return table[code][0]
}

/** The message of a code. */
export function messageOf(code: ErrorCode): string {
  return table[code][1]
}
