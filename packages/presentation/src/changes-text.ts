import type { Schemas } from '@bugle/api-client'
import { formatDuration, oneLine } from './format.ts'
import { t } from './i18n.ts'

type Changes = Schemas['IssueChanges']

/** `Back in 1.2.0 after 19 d`; undefined for an issue that was never away. */
export function cameBackText({
  regressed_at,
  quiet_from,
  regressed_release,
}: Pick<Changes, 'regressed_at' | 'quiet_from' | 'regressed_release'>): string | undefined {
  if (regressed_at === null) return undefined
  const quiet = quiet_from === null ? 0 : Date.parse(regressed_at) - Date.parse(quiet_from)
  if (regressed_release !== null) {
    const release = oneLine(regressed_release)
    return quiet > 0
      ? t('Back in {{release}} after {{age}}', { release, age: formatDuration(quiet) })
      : t('Back in {{release}}', { release })
  }
  return quiet > 0 ? t('Back after {{age}}', { age: formatDuration(quiet) }) : t('Back')
}

/** `+340 %`, `14 ×`; undefined while the rate is about the usual one, or no rate is usual yet. */
export function rateText({ last_24h, usual_24h, ratio }: Changes['rate']): string | undefined {
  if (usual_24h === null || ratio === null || last_24h === 0) return undefined
  const change = (ratio - 1) * 100
  if (Math.abs(change) < 25) return undefined
  return ratio > 10 ? `${Math.round(ratio)} ×` : `${change > 0 ? '+' : '−'}${Math.abs(Math.round(change))} %`
}
