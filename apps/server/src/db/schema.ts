/** Row types of the tables, for Kysely, in the shape that kysely-codegen writes. */
import type { ColumnType, GeneratedAlways } from 'kysely'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccessTokens {
  address: string | null
  created_at: Generated<Timestamp>
  device: string | null
  expires_at: Timestamp | null
  id: GeneratedAlways<number>
  kind: string
  last_used_at: Generated<Timestamp>
  revoked_at: Timestamp | null
  revoked_because: string | null
  secret_hash: Buffer
  user_id: string
}

export interface IngestTokens {
  created_at: Generated<Timestamp>
  expires_at: Timestamp | null
  id: GeneratedAlways<number>
  last4: string
  project_id: number
  revoked_at: Timestamp | null
  token_hash: Buffer
}

export interface LoginFailures {
  address: string
  email_hash: Buffer
  failed_at: Generated<Timestamp>
}

export interface Memberships {
  created_at: Generated<Timestamp>
  organization_id: string
  role: string
  user_id: string
}

export interface Organizations {
  created_at: Generated<Timestamp>
  id: string
  name: string
}

export interface Projects {
  app_id: string
  app_ids: string[]
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  grouping_version: Generated<number>
  id: GeneratedAlways<number>
  name: string
  organization_id: string
  platform: string | null
  short_prefix: string
}

export interface RegistrationAttempts {
  address: string
  attempted_at: Generated<Timestamp>
}

export interface Users {
  created_at: Generated<Timestamp>
  email: string
  id: string
  name: string
  password_hash: string
  plan: Generated<string>
  subscription_status: Generated<string>
  trial_ends_at: Timestamp
}

export interface Schema {
  access_tokens: AccessTokens
  ingest_tokens: IngestTokens
  login_failures: LoginFailures
  memberships: Memberships
  organizations: Organizations
  projects: Projects
  registration_attempts: RegistrationAttempts
  users: Users
}
