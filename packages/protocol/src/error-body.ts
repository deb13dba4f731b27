import Type, { type Static } from 'typebox'
import { errorCodes } from './error-code.ts'
import { oneOf } from './schema.ts'

/** The body of every error, from every route, an unknown path and a malformed request included. */
export const ErrorBody = Type.Object(
  {
    code: oneOf(...errorCodes),
    message: Type.String({ description: 'For people, and subject to change: branch on the code.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'For validation errors: the problems, by field.',
      }),
    ),
    request_id: Type.String({ description: 'Identifies the request in the server’s log.', pattern: '^req_' }),
  },
  { $id: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** The body of every error of the routes of Sentry's SDKs. */
export const SentryErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The same as `message`: SDKs print it.' }),
    code: ErrorBody.properties.code,
    message: ErrorBody.properties.message,
    request_id: ErrorBody.properties.request_id,
  },
  { $id: 'SentryErrorBody' },
)
export type SentryErrorBody = Static<typeof SentryErrorBody>
