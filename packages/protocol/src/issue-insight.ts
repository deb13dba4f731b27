import Type, { type Static } from 'typebox'
import { Issue } from './issue.ts'
import { Count, nullable, Timestamp } from './schema.ts'

/** Similar issues, most similar first. */
export const SimilarIssues = Type.Object(
  {
    similar: Type.Array(
      Type.Object({
        issue: Issue,
        score: Type.Number({ minimum: 0, maximum: 1 }),
        why: Type.Array(Type.String(), { description: 'Similar parts: `message`, `culprit`, `type`.' }),
      }),
    ),
  },
  { $id: 'SimilarIssues' },
)
export type SimilarIssues = Static<typeof SimilarIssues>

const share = Type.Number({ minimum: 0, maximum: 1 })

/** The response of GET /api/issues/{id}/changes. */
export const IssueChanges = Type.Object(
  {
    first_seen: Timestamp,
    last_seen: Timestamp,
    regressed_at: nullable(Timestamp),
    regressed_release: nullable(Type.String({ description: 'The release in which it came back.' })),
    quiet_from: nullable(Timestamp),
    first_release: nullable(Type.Object({ version: Type.String(), first_seen: nullable(Timestamp) })),
    rate: Type.Object({
      last_24h: Count,
      usual_24h: nullable(
        Type.Number({
          minimum: 0,
          description: 'Mean of the previous 13 days; null for issues up to two days old.',
        }),
      ),
      ratio: nullable(Type.Number({ minimum: 0 })),
    }),
    distinctive_values: Type.Array(
      Type.Object({
        key: Type.String({ description: '`release`, `environment`, `platform` or `tag.KEY`, as in a search.' }),
        value: Type.String(),
        count: Count,
        share,
        usual_share: nullable(share),
      }),
      {
        description:
          'Values far commoner than in other issues: releases, environments and platforms of the last 24 hours beside the rest of the project, tags beside those of the fifty other issues seen last.',
      },
    ),
  },
  {
    $id: 'IssueChanges',
    description: '`quiet_from` is the last hour with events before the issue returned.',
  },
)
export type IssueChanges = Static<typeof IssueChanges>
