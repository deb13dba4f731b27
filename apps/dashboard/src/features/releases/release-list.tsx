import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { DataTable } from '../../components/data-table.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { lastSeen, type Release, releaseListQuery } from './queries.ts'

/** The releases of a project, newest first. */
export function ReleaseList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(releaseListQuery(projectId))
  return (
    <>
      <Loaded query={list} name={t('the releases')} waiting={<div className="skeleton h-64" />}>
        {({ pages }) => {
          const releases = pages.flatMap((page) => page.releases)
          return releases.length === 0 ? (
            <Notice
              icon={Package}
              text={t('No release yet. Set the SDK’s option {{option}}, and each event names its release.', {
                option: 'release',
              })}
            />
          ) : (
            <Table projectId={projectId} releases={releases} />
          )
        }}
      </Loaded>
      <LoadMore list={list} />
    </>
  )
}

const cell = 'px-3 py-1.5 phone:px-2'
const number = `${cell} text-right tabular-nums whitespace-nowrap`

function Table({ projectId, releases }: { projectId: string; releases: Release[] }) {
  const most = Math.max(...releases.map(({ count }) => count))
  return (
    <DataTable
      head={
        <>
          <th className={`${cell} font-normal`}>{t('Release')}</th>
          <th className={`${number} font-normal`}>{t('First seen')}</th>
          <th className={`${number} font-normal phone:hidden`}>{t('Last seen')}</th>
          <th className={`${number} font-normal`}>{t('Events')}</th>
          <th className={`${number} font-normal`}>{t('New issues')}</th>
          <th className={`${number} font-normal phone:hidden`}>{t('Files')}</th>
        </>
      }
    >
      {releases.map((release) => (
        <Row key={release.version} projectId={projectId} release={release} most={most} />
      ))}
    </DataTable>
  )
}

function Row({ projectId, release, most }: { projectId: string; release: Release; most: number }) {
  const seen = lastSeen(release)
  const { version, first_seen, count, new_issues, artifacts, dist, commit } = release
  const facts = [dist === null ? undefined : t('dist {{dist}}', { dist }), commit?.slice(0, 10)].filter(
    (fact) => fact !== undefined,
  )
  return (
    <tr className="border-t border-border hover:bg-sunken">
      <td className={cell}>
        <ReleaseLink projectId={projectId} version={version} className="font-semibold" />
        {facts.length > 0 && (
          <span className="from-event ml-3 font-mono text-12 text-text-3 phone:hidden">{facts.join(' · ')}</span>
        )}
      </td>
      <td className={`${number} text-text-2`}>
        <TimeAgo at={first_seen} isPhrase />
      </td>
      <td className={`${number} text-text-2 phone:hidden`}>{seen === null ? '–' : <TimeAgo at={seen} isPhrase />}</td>
      <td className={number}>
        <span className="flex items-center justify-end gap-3">
          <svg width="96" height="8" aria-hidden="true" className="shrink-0 max-lg:hidden">
            <Bar part={most === 0 ? 0 : count / most} />
          </svg>
          <span className="min-w-10">{shortCount(count)}</span>
        </span>
      </td>
      <td className={number}>{shortCount(new_issues)}</td>
      <td className={`${number} phone:hidden`}>{artifacts === 0 ? '–' : shortCount(artifacts)}</td>
    </tr>
  )
}

/** A bar that ends at the number beside it. Few events are never as narrow as none. */
function Bar({ part }: { part: number }) {
  const width = part === 0 ? 0 : Math.max(2, part * 96)
  return <rect x={96 - width} width={width} height="8" rx="2" className="fill-chart-bar" />
}
