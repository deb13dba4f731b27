import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { queryTerm } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { matchingCountQuery, type Release, releasesQuery } from './overview-queries.ts'

const shown = 8

/** The newest releases with their first event, event count and new issues. */
export function Releases({ projectId }: { projectId: string }) {
  const releases = useQuery(releasesQuery(projectId))
  return (
    <Section
      title={t('Releases')}
      aside={
        <Link
          to="/projects/$projectId/releases"
          params={{ projectId }}
          className="ml-auto inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('All')}
          <span className="sr-only">: {t('Releases')}</span>
        </Link>
      }
    >
      <Loaded query={releases} name={t('the releases')} waiting={<div className="skeleton h-32" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-text-3">{t('No event has included a release yet.')}</p>
          ) : (
            <Table projectId={projectId} releases={all.slice(0, shown)} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Table({ projectId, releases }: { projectId: string; releases: Release[] }) {
  const cell = 'px-3 py-1.5'
  return (
    <DataTable
      head={
        <>
          <th className={`${cell} font-normal`}>{t('Release')}</th>
          <th className={`${cell} text-right font-normal`}>{t('First seen')}</th>
          <th className={`${cell} text-right font-normal`}>{t('Events')}</th>
          <th className={`${cell} text-right font-normal`}>{t('New issues')}</th>
        </>
      }
    >
      {releases.map(({ version, first_seen, count }) => (
        <tr key={version} className="border-t border-border">
          <td className={cell}>
            <ReleaseLink projectId={projectId} version={version} />
          </td>
          <td className={`${cell} text-right whitespace-nowrap text-text-2`}>
            <TimeAgo at={first_seen} isPhrase />
          </td>
          <td className={`${cell} text-right tabular-nums`}>{shortCount(count)}</td>
          <td className={`${cell} text-right whitespace-nowrap`}>
            <NewIssues
              projectId={projectId}
              version={version}
              query={`${queryTerm('release', version)} first-seen:>=${first_seen}`}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** Number of issues that first occurred in a release, linked to them. */
function NewIssues({ projectId, version, query }: { projectId: string; version: string; query: string }) {
  const count = useQuery(matchingCountQuery(projectId, query)).data
  if (count === undefined) return '…'
  if (count === 0) return '0'
  return (
    <Link
      to="/projects/$projectId/issues"
      params={{ projectId }}
      search={{ query }}
      aria-label={t('{{count, number}} new issues in {{version}}', { count, version })}
      className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-ink tabular-nums hover:underline coarse:min-h-11"
    >
      {shortCount(count)}
    </Link>
  )
}
