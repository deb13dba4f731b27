import Type, { type Static } from 'typebox'
import { ArtifactKind } from './artifact.ts'
import { Issue } from './issue.ts'
import { Person } from './issue-activity.ts'
import { pageOf } from './page.ts'
import { Count, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description })
const short = (description: string) => text(limits.shortText, description)
const time = (description: string) => Type.String({ format: 'date-time', description })

/** A release: of events, of a build that was recorded, or both. */
export const Release = Type.Object(
  {
    version: Type.String(),
    first_seen: time('When Bugle first learned of it: by an event, or by its record.'),
    last_seen: nullable(time('Hour of its last event; null without events.')),
    count: { ...Count, description: 'Events, each with its `repeat`.' },
    new_issues: { ...Count, description: 'Issues whose first event is of this release.' },
    regressed_issues: { ...Count, description: 'Issues that reopened by an event of this release.' },
    environments: Type.Array(Type.String(), { description: 'Environments of its events; at most five.' }),
    deploys: Type.Array(Type.Object({ environment: Type.String(), finished_at: Timestamp }), {
      description: 'The newest deploys; at most five.',
    }),
    artifacts: { ...Count, description: 'Uploaded files.' },
    is_recorded: Type.Boolean({ description: 'Whether it was recorded with PUT, and not only seen in events.' }),
    dist: nullable(Type.String()),
    platform: nullable(Type.String()),
    released_at: nullable(Timestamp),
    commit: nullable(Type.String()),
  },
  { $id: 'Release' },
)
export type Release = Static<typeof Release>

export const ReleasePage = pageOf('ReleasePage', 'releases', Release)
export type ReleasePage = Static<typeof ReleasePage>

const commitFields = {
  id: short('The hash of the commit.'),
  repository: optional(short('Name or address of the repository.')),
  author_name: optional(short('Name of the author.')),
  author_email: optional(short('E-mail address of the author.')),
  message: optional(text(2000, 'The message of the commit.')),
  committed_at: optional(Timestamp),
}

/** A commit of a release. */
export const ReleaseCommit = Type.Object(commitFields, { $id: 'ReleaseCommit', additionalProperties: false })
export type ReleaseCommit = Static<typeof ReleaseCommit>

/** The body of POST /api/projects/{id}/releases/{version}/deploys. */
export const AddDeployBody = Type.Object(
  {
    environment: short('Where it was deployed, such as `production`.'),
    name: optional(short('What people call the deploy.')),
    url: optional(text(2000, 'Address of the deploy.')),
    started_at: optional(Timestamp),
    finished_at: optional(time('By default now.')),
  },
  { $id: 'AddDeployBody', additionalProperties: false },
)
export type AddDeployBody = Static<typeof AddDeployBody>

/** A deploy of a release to an environment. */
export const ReleaseDeploy = Type.Object(
  {
    id: Type.Integer(),
    environment: Type.String(),
    name: nullable(Type.String()),
    url: nullable(Type.String()),
    started_at: nullable(Timestamp),
    finished_at: Timestamp,
  },
  { $id: 'ReleaseDeploy' },
)
export type ReleaseDeploy = Static<typeof ReleaseDeploy>

export const ReleaseDeployResponse = Type.Object({ deploy: ReleaseDeploy }, { $id: 'ReleaseDeployResponse' })
export type ReleaseDeployResponse = Static<typeof ReleaseDeployResponse>

const updateFields = {
  update_id: short('Id of the Expo update.'),
  group: optional(short('Group of the updates of all platforms.')),
  runtime_version: optional(short('Runtime that the update needs.')),
  channel: optional(short('Channel that it was published on.')),
  message: optional(text(2000, 'Message of the update.')),
}

/** An Expo update of a release. */
export const ReleaseUpdate = Type.Object(
  {
    update_id: Type.String(),
    group: nullable(Type.String()),
    runtime_version: nullable(Type.String()),
    channel: nullable(Type.String()),
    message: nullable(Type.String()),
    created_at: Timestamp,
  },
  { $id: 'ReleaseUpdate' },
)
export type ReleaseUpdate = Static<typeof ReleaseUpdate>

/** The body of PUT /api/projects/{id}/releases/{version}; omitted fields stay as they are. */
export const PutReleaseBody = Type.Object(
  {
    dist: optional(short('The dist that was built.')),
    platform: optional(oneOf(...platforms)),
    url: optional(text(2000, 'A page about the release.')),
    started_at: optional(time('When its build began.')),
    released_at: optional(time('When it was published.')),
    repository: optional(short('Name or address of its repository.')),
    commit: optional(short('The hash of its last commit.')),
    ref: optional(short('Branch or tag that it was built from.')),
    previous: optional(short('The release before it; by default the one that was seen before.')),
    commits: optional(
      Type.Array(ReleaseCommit, {
        maxItems: 1000,
        description: `Its commits, the newest first, in place of former ones; the first ${limits.releaseCommits} are kept.`,
      }),
    ),
    expo: optional(Type.Object(updateFields, { additionalProperties: false, description: 'An Expo update to add.' })),
  },
  { $id: 'PutReleaseBody', additionalProperties: false },
)
export type PutReleaseBody = Static<typeof PutReleaseBody>

/** Issues of a release: how many, and the first of them. */
const someIssues = (description: string) =>
  Type.Object({ count: Count, issues: Type.Array(Issue, { description: 'Those with most events.' }) }, { description })

const someStacks = Type.Object({ stacks: Count, events: Count })

/** A release with what happened in it. */
export const ReleaseDetails = Type.Object(
  {
    ...Release.properties,
    url: nullable(Type.String()),
    started_at: nullable(Timestamp),
    repository: nullable(Type.String()),
    ref: nullable(Type.String()),
    recorded_at: nullable(Timestamp),
    recorded_by: nullable(Person),
    commits: Type.Array(
      Type.Object({
        id: Type.String(),
        repository: nullable(Type.String()),
        author_name: nullable(Type.String()),
        author_email: nullable(Type.String()),
        message: nullable(Type.String()),
        committed_at: nullable(Timestamp),
      }),
    ),
    deploys: Type.Array(ReleaseDeploy, { description: 'The latest first.' }),
    updates: Type.Array(ReleaseUpdate, { description: 'Expo updates, the latest first.' }),
    new: someIssues('Issues whose first event is of this release.'),
    regressed: someIssues('Issues that reopened in an hour in which this release was the newest to report them.'),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Count }), {
      description: 'Events per day (UTC) of the last 30 days with events, oldest first.',
    }),
    artifacts_by_kind: Type.Array(Type.Object({ kind: ArtifactKind, count: Count, bytes: Count })),
    stacks: Type.Object(
      { resolved: someStacks, unresolved: someStacks },
      {
        description:
          'Different stacks of generated code in its events, by whether source maps resolve them as a whole.',
      },
    ),
    previous: nullable(
      Type.Object(
        { version: Type.String(), first_seen: Timestamp, count: Count, new_issues: Count },
        { description: 'The release before it, for comparison.' },
      ),
    ),
  },
  { $id: 'ReleaseDetails' },
)
export type ReleaseDetails = Static<typeof ReleaseDetails>

export const ReleaseResponse = Type.Object({ release: ReleaseDetails }, { $id: 'ReleaseResponse' })
export type ReleaseResponse = Static<typeof ReleaseResponse>

export const DeleteArtifactsResponse = Type.Object({ deleted_count: Count }, { $id: 'DeleteArtifactsResponse' })
export type DeleteArtifactsResponse = Static<typeof DeleteArtifactsResponse>
