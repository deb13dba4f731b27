import Type, { type Static } from 'typebox'
import { expiresInDays } from './new-token.ts'
import { pageOf } from './page.ts'
import { Count, described, directionMarks, line, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

const appId = Type.String({
  minLength: 1,
  maxLength: limits.shortText,
  pattern: `^[^\\s\\u0000-\\u001f${directionMarks}]+$`,
  description: 'A bundle identifier, such as `com.example.shop`.',
})
const appIds = Type.Array(appId, { minItems: 1, maxItems: limits.appIds })
const name = line(200, 'What people call it.')
const platform = oneOf(...platforms)

/** A project with a summary of its traffic. */
export const Project = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `prj_`.' }),
    organization_id: Type.String({ description: 'Opaque; begins with `org_`.' }),
    name: Type.String(),
    app_id: Type.String(),
    app_ids: Type.Array(Type.String(), { description: 'All bundle identifiers it accepts; the first is `app_id`.' }),
    platform: nullable(platform),
    created_at: Timestamp,
    ingest_token_last4: Type.String(),
    last_event_at: nullable(Timestamp),
    unresolved_count: Count,
    events_24h: Count,
  },
  { $id: 'Project' },
)
export type Project = Static<typeof Project>

/** The body of POST /api/projects. */
export const CreateProjectBody = Type.Object(
  {
    name,
    app_id: appId,
    app_ids: optional(appIds),
    platform: optional(platform),
    organization_id: optional(
      Type.String({
        maxLength: 100,
        description: 'Where it is created; without it, in the first of your organizations.',
      }),
    ),
  },
  { $id: 'CreateProjectBody' },
)
export type CreateProjectBody = Static<typeof CreateProjectBody>

/** The body of PATCH /api/projects/{id}; omitted fields stay as they are. */
export const ChangeProjectBody = Type.Object(
  { name: optional(name), app_id: optional(appId), app_ids: optional(appIds), platform: optional(platform) },
  { $id: 'ChangeProjectBody' },
)
export type ChangeProjectBody = Static<typeof ChangeProjectBody>

const ingestToken = Type.String({
  description: 'Send it as `X-Service-Token`. Shown at creation and regeneration only.',
  pattern: '^bgl_live_',
})

export const CreateProjectResponse = Type.Object(
  { project: Project, ingest_token: ingestToken },
  { $id: 'CreateProjectResponse' },
)
export type CreateProjectResponse = Static<typeof CreateProjectResponse>

export const ProjectResponse = Type.Object({ project: Project }, { $id: 'ProjectResponse' })
export type ProjectResponse = Static<typeof ProjectResponse>

export const ProjectPage = pageOf('ProjectPage', 'projects', Project)
export type ProjectPage = Static<typeof ProjectPage>

/** The body of POST /api/projects/{id}/regenerate; optional. */
export const RegenerateBody = Type.Object(
  {
    grace_seconds: optional(
      Type.Integer({ minimum: 0, maximum: limits.graceSeconds, description: 'How long the old token stays valid.' }),
    ),
    expires_in_days: expiresInDays,
  },
  { $id: 'RegenerateBody' },
)
export type RegenerateBody = Static<typeof RegenerateBody>

export const RegenerateResponse = Type.Object(
  { ingest_token: ingestToken, previous_expires_at: Timestamp },
  { $id: 'RegenerateResponse' },
)
export type RegenerateResponse = Static<typeof RegenerateResponse>

/** A DSN of a project: address and key for a Sentry SDK. */
export const DsnKey = Type.Object(
  {
    id: Type.Integer(),
    dsn: described('Set it in place of the DSN of another service.', Type.String()),
    key: Type.String(),
    label: Type.String(),
    former_number: described(
      'The number that the project has at another service; DSNs with it are accepted as well.',
      nullable(Type.Integer()),
    ),
    created_at: Timestamp,
    requests_24h: described('In this hour and the 23 before.', Count),
    last_used_at: described('The hour of its last request.', nullable(Timestamp)),
    allowed_origins: described('Pages that may send by it; empty for all.', Type.Array(Type.String())),
  },
  { $id: 'DsnKey' },
)
export type DsnKey = Static<typeof DsnKey>

export const DsnKeys = Type.Object({ dsn_keys: Type.Array(DsnKey) }, { $id: 'DsnKeys' })
export type DsnKeys = Static<typeof DsnKeys>

const allowedOrigins = Type.Array(
  Type.String({
    pattern: '^https?://(?:\\*\\.)?[a-z0-9.-]{1,250}(?::[0-9]{1,5})?$',
    description: 'Scheme, host and port of a page, in lower case; `https://*.example.com` stands for all below it.',
  }),
  { maxItems: limits.allowedOrigins },
)

/** The body of PATCH /api/projects/{id}/dsn-keys/{key_id}; omitted fields stay as they are. */
export const ChangeDsnKeyBody = Type.Object(
  { label: optional(line(100, 'What it is for.')), allowed_origins: optional(allowedOrigins) },
  { $id: 'ChangeDsnKeyBody' },
)
export type ChangeDsnKeyBody = Static<typeof ChangeDsnKeyBody>

/** Settings of a project for events of Sentry's SDKs and of OpenTelemetry. */
const sentrySettings = {
  keep_user_fields: described(
    'Keeps e-mail address, name, address and whatever else describes a person. The id stays anonymous.',
    Type.Boolean(),
  ),
  keep_request_body: described('Keeps the bodies of requests, without the values of secret names.', Type.Boolean()),
  drop_vars: described('Removes local variables and the arguments of the program.', Type.Boolean()),
  sensitive_keys: described(
    'Values whose name contains one of these are removed, beside those that always are.',
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9_.-]{2,60}$' }), { maxItems: limits.sensitiveKeys }),
  ),
  require_app_id: described(
    'Refuses an event that does not name an app_id of the project, in `contexts.app.app_identifier` or before the version in its release.',
    Type.Boolean(),
  ),
}
export const SentrySettings = Type.Object(sentrySettings, { $id: 'SentrySettings' })
export type SentrySettings = Static<typeof SentrySettings>

/** The body of PATCH /api/projects/{id}/sentry-settings; omitted fields stay as they are. */
export const ChangeSentrySettingsBody = Type.Object(
  {
    keep_user_fields: optional(sentrySettings.keep_user_fields),
    keep_request_body: optional(sentrySettings.keep_request_body),
    drop_vars: optional(sentrySettings.drop_vars),
    sensitive_keys: optional(sentrySettings.sensitive_keys),
    require_app_id: optional(sentrySettings.require_app_id),
  },
  { $id: 'ChangeSentrySettingsBody' },
)
export type ChangeSentrySettingsBody = Static<typeof ChangeSentrySettingsBody>

/** The body of POST /api/projects/{id}/dsn-keys. */
export const CreateDsnKeyBody = Type.Object(
  {
    label: line(100, 'What it is for, such as the name of a program.'),
    key: optional(
      Type.String({
        pattern: '^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$',
        description: 'A key in use elsewhere: 32 hex digits. By default a new one.',
      }),
    ),
    former_number: optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number at the end of the DSN in use elsewhere.',
      }),
    ),
    allowed_origins: optional(allowedOrigins),
  },
  { $id: 'CreateDsnKeyBody' },
)
export type CreateDsnKeyBody = Static<typeof CreateDsnKeyBody>

/** The valid ingest tokens of a project: the current one first, then one in its grace period. */
export const IngestTokens = Type.Object(
  {
    ingest_tokens: Type.Array(
      Type.Object({
        last4: Type.String(),
        created_at: Timestamp,
        ends_at: described('When it ends by itself, or its grace does; null for never.', nullable(Timestamp)),
        is_current: described('Whether it is the present one, and was not replaced.', Type.Boolean()),
        requests_24h: described('In this hour and the 23 before.', Count),
        last_used_at: described('The hour of its last request.', nullable(Timestamp)),
      }),
    ),
  },
  { $id: 'IngestTokens' },
)
export type IngestTokens = Static<typeof IngestTokens>
