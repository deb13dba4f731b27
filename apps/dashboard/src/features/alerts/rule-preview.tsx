import type { Schemas } from '@bugle/api-client'
import { recentText, triggerLabels } from '@bugle/presentation/alert-text'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reasonOf } from '../../components/notice.tsx'
import { indexed } from '../../lib/indexed.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { useHome } from './home.ts'
import { PreviewStrip, StripWaiting } from './preview-strip.tsx'
import { alertPreviewQuery, type Channel } from './queries.ts'
import { bodyOf, isTimed, type RuleDraft, thresholdOf } from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'

const settlesMs = 500
const shown = 5

/** Asks what a draft would have sent, once it is no longer typed in. */
export function useRulePreview(draft: RuleDraft) {
  const { organizationId } = useHome()
  const { triggers, threshold, condition, project_ids } = bodyOf(useSettled(draft, settlesMs))
  const isWhole = triggers.length > 0 && project_ids?.length !== 0 && (!isTimed(draft) || thresholdOf(draft) !== null)
  const query = alertPreviewQuery(organizationId, { triggers, threshold, condition, project_ids })
  return useQuery({ ...query, enabled: isWhole })
}

interface RulePreviewProps {
  draft: RuleDraft
  channels: readonly Channel[]
  preview: ReturnType<typeof useRulePreview>
}

/** Says a draft in a sentence, and when it would have fired in the last two weeks, with examples. */
export function RulePreview({ draft, channels, preview: { data, error } }: RulePreviewProps) {
  return (
    <section aria-label={t('In the last two weeks')} className="grid gap-3 rounded-card bg-sunken p-4">
      <RuleSentence rule={bodyOf(draft)} channels={channels} />
      <h3 className="text-12 text-text-3">{t('In the last two weeks it would have fired')}</h3>
      {error !== null ? (
        <p className="text-text-2">{reasonOf(error)}</p>
      ) : data === undefined ? (
        <StripWaiting />
      ) : (
        <>
          <PreviewStrip preview={data} />
          <Examples examples={data.examples.slice(0, shown)} />
          {data.left_out.length > 0 && (
            <p className="text-12 text-text-3">
              {t('No preview for: {{triggers}}.', {
                triggers: data.left_out.map((trigger) => triggerLabels()[trigger]).join('; '),
              })}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function Examples({ examples }: { examples: Schemas['AlertPreview']['examples'] }) {
  const now = useNow((time) => time - (time % 60_000))
  if (examples.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-12 text-text-2">{t('Examples')}</summary>
      <ul className="mt-2 grid gap-1">
        {indexed(examples).map(({ index, item: { issue_id, at, title } }) => (
          <li key={index} className="flex min-w-0 items-baseline gap-2">
            <span className="shrink-0 text-12 text-text-3 tabular-nums">{recentText(at, now)}</span>
            {issue_id === null ? (
              <span className="from-event truncate">{oneLine(title)}</span>
            ) : (
              <Link
                to="/issues/$issueId"
                params={{ issueId: issue_id }}
                target="_blank"
                className="from-event truncate text-accent-ink underline underline-offset-2"
              >
                {oneLine(title)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
