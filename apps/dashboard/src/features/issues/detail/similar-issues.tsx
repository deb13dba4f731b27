import { shortCount, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LevelIcon } from '../../../components/level-icon.tsx'
import { Count, Section } from '../../../components/section.tsx'
import { similarQuery } from '../queries.ts'

const shown = 5

/** Issues that may be variants of this one; the issue's menu merges them. */
export function SimilarIssues({ issueId }: { issueId: string }) {
  const similar = useQuery(similarQuery(issueId)).data ?? []
  if (similar.length === 0) return null
  const labels: Record<string, string> = { message: t('message'), culprit: t('location'), type: t('type') }
  return (
    <Section
      title={
        <>
          {t('Similar issues')} <Count>{similar.length}</Count>
        </>
      }
    >
      <ul className="overflow-hidden rounded-card border border-border bg-surface">
        {similar.slice(0, shown).map(({ issue, why }) => (
          <li key={issue.id} className="border-b border-border last:border-b-0">
            <Link
              to="/issues/$issueId"
              params={{ issueId: issue.id }}
              title={titleOf(issue)}
              className="flex items-center gap-2 px-3 py-1.5 hover:bg-sunken focus-visible:-outline-offset-2 coarse:min-h-11"
            >
              <LevelIcon level={issue.level} size={14} />
              <span className="grid min-w-0 grow">
                <span className="from-event truncate" dir="auto">
                  {titleOf(issue)}
                </span>
                <span className="text-12 text-text-3">
                  {t('same {{parts}}', { parts: why.map((one) => labels[one] ?? one).join(', ') })}
                </span>
              </span>
              <span className="shrink-0 text-12 text-text-2 tabular-nums">{shortCount(issue.count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
