import { IssueChanges, SimilarIssues } from '@bugle/protocol'
import { platformOf } from '../../../db/codes.ts'
import { type App, endpoint } from '../../../http/index.ts'
import { dayMs, startOfHour } from '../../../lib/time.ts'
import { findRegressedRelease } from '../history/index.ts'
import {
  compareHours,
  compareTags,
  findDistinctiveValues,
  findRates,
  findReleaseSeen,
  findSimilar,
} from '../insight/index.ts'
import { findIssuesById, getIssue, type IssueDeps, markEscalating, toIssue } from '../record/index.ts'

const usualDays = 13
const maxSimilar = 10

/** Mounts similar issues and the explanation of changes. */
export function mountInsightRoutes(app: App, deps: IssueDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/similar',
    summary: 'List similar issues, as candidates for a merge',
    description: 'Compares message, culprit and type with the 2,000 issues of the project seen last.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: SimilarIssues,
    handler: async ({ caller, params }) => {
      const issue = await getIssue(deps, caller, params.id)
      const rows = await findSimilar(db, issue, maxSimilar)
      const keys = rows.map(({ issueId }) => ({ projectId: issue.projectId, issueId }))
      const now = deps.now()
      const found = await markEscalating(db, await findIssuesById(db, keys), now)
      const byId = new Map(found.map((record) => [record.issueId, record]))
      return {
        similar: rows.flatMap(({ issueId, score, message, sameType, sameCulprit }) => {
          const record = byId.get(issueId)
          if (record === undefined) return []
          const why = [...(message >= 0.5 ? ['message'] : []), ...(sameCulprit ? ['culprit'] : [])]
          return [{ issue: toIssue(record, now), score: rounded(score), why: [...why, ...(sameType ? ['type'] : [])] }]
        }),
      }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/changes',
    summary: 'Explain what changed: start, release, rate against the usual, distinctive tag values',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: IssueChanges,
    handler: async ({ caller, params }) => {
      const issue = await getIssue(deps, caller, params.id)
      const { projectId, firstSeenAt, firstRelease, regressedAt } = issue
      const hour = new Date(startOfHour(deps.now().getTime()))
      const [rates, releasedAt, tags, hours, regressedRelease] = await Promise.all([
        findRates(db, issue, hour, regressedAt),
        firstRelease === null ? undefined : findReleaseSeen(db, projectId, firstRelease),
        compareTags(db, issue),
        compareHours(db, issue, hour),
        regressedAt === null ? null : findRegressedRelease(db, issue),
      ])
      const days = Math.min(usualDays, (hour.getTime() - dayMs - firstSeenAt.getTime()) / dayMs)
      const usual = days < 1 ? null : rates.before / days
      const ofPlatform = (value: string) => platformOf(Number(value))
      return {
        first_seen: firstSeenAt.toISOString(),
        last_seen: issue.lastSeenAt.toISOString(),
        regressed_at: regressedAt?.toISOString() ?? null,
        regressed_release: regressedRelease,
        quiet_from: rates.quietFrom?.toISOString() ?? null,
        first_release:
          firstRelease === null ? null : { version: firstRelease, first_seen: releasedAt?.toISOString() ?? null },
        rate: {
          last_24h: rates.lastDay,
          usual_24h: usual === null ? null : rounded(usual),
          ratio: usual === null || usual === 0 ? null : rounded(rates.lastDay / usual),
        },
        distinctive_values: findDistinctiveValues([
          ...hours,
          ...tags.map((tag) => ({ ...tag, key: `tag.${tag.key}` })),
        ]).map(({ key, value, count, share, usualShare }) => ({
          key,
          value: key === 'platform' ? ofPlatform(value) : value,
          count,
          share: rounded(share),
          usual_share: usualShare === null ? null : rounded(usualShare),
        })),
      }
    },
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
