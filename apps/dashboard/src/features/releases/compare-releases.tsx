import { formatRate } from '@bugle/presentation/figures'
import { exactCount, formatDateTime, formatPercent, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { IssueLine } from '../../components/issue-lines.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { type Release, type ReleaseDetails, type ReleaseHealth, releaseQuery } from './queries.ts'
import { healthOf } from './release-health.ts'

interface CompareReleasesProps {
  projectId: string
  health: readonly ReleaseHealth[]
  /** The newer one first. */
  pair: readonly Release[]
  onClose: () => void
}

/** Two releases side by side: their figures, and the issues that only the newer one brought or brought back. */
export function CompareReleases({ projectId, health, pair, onClose }: CompareReleasesProps) {
  const newer = useQuery(releaseQuery(projectId, pair[0]!.version)).data
  const columns = pair.map((release) => ({ release, own: healthOf(health, release.version) }))
  const share = (value: number | null | undefined, format: (part: number) => string) =>
    value == null ? '–' : format(value)
  const rows: [name: string, ofColumn: (column: (typeof columns)[number]) => string][] = [
    [t('First seen'), ({ release }) => formatDateTime(release.first_seen)],
    [t('Events'), ({ release }) => exactCount(release.count)],
    [t('New issues'), ({ release }) => exactCount(release.new_issues)],
    [t('Regressed issues'), ({ release }) => exactCount(release.regressed_issues)],
    [t('Crash-free sessions'), ({ own }) => share(own?.crash_free_sessions, formatRate)],
    [t('Crash-free users'), ({ own }) => share(own?.crash_free_users, formatRate)],
    [t('Adoption'), ({ own }) => share(own?.adoption, formatPercent)],
  ]
  return (
    <Dialog title={t('Compare releases')} size="wide" onClose={onClose}>
      <table className="w-full">
        <thead>
          <tr className="text-left">
            <th className="py-1 font-normal text-text-3">
              <span className="sr-only">{t('Figure')}</span>
            </th>
            {pair.map(({ version }) => (
              <th key={version} className="py-1 pl-4 text-right font-normal wrap-anywhere">
                <ReleaseLink projectId={projectId} version={version} className="font-semibold" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ofColumn]) => (
            <tr key={name} className="border-t border-border">
              <th className="py-1.5 text-left font-normal text-text-2">{name}</th>
              {columns.map((column) => (
                <td key={column.release.version} className="py-1.5 pl-4 text-right tabular-nums">
                  {ofColumn(column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {newer !== undefined && <Brought release={newer} />}
    </Dialog>
  )
}

function Brought({ release }: { release: ReleaseDetails }) {
  const issues = [...release.new.issues, ...release.regressed.issues].slice(0, 10)
  if (issues.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="section-title">{t('New or regressed in {{version}}', { version: oneLine(release.version) })}</h3>
      <ul className="overflow-hidden rounded-card border border-border bg-surface">
        {issues.map((issue) => (
          <IssueLine key={issue.id} issue={issue} hasStatus>
            {exactCount(issue.count)}
          </IssueLine>
        ))}
      </ul>
    </section>
  )
}
