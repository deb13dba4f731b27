import { cutCenter, formatRate } from '@bugle/presentation/figures'
import { formatPercent, oneLine, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { FileCheck, FileX } from 'lucide-react'
import { Sparkline } from '../../components/sparkline.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import type { Release, ReleaseHealth } from './queries.ts'
import { crashFreeChange, healthOf } from './release-health.ts'

/** Columns of the list's header and rows. Phones have version, adoption and three figures. */
export const rowColumns =
  'grid grid-cols-[1.5rem_minmax(0,1fr)_7.5rem_6.5rem_6rem_3.5rem_4.5rem_1.5rem] items-center gap-x-4 px-3 max-lg:grid-cols-[1.5rem_minmax(0,1fr)_5rem_6.5rem_3.5rem_4.5rem] max-lg:[&>:nth-child(5)]:hidden max-lg:[&>:nth-child(8)]:hidden'

/** Characters of a version that a row has room for. */
const versionLength = 24

interface ReleaseRowProps {
  projectId: string
  release: Release
  /** All of the list, newest first, and where this one is. */
  releases: readonly Release[]
  index: number
  health: readonly ReleaseHealth[]
  /** Events by day. */
  days: number[] | undefined
  isChosen: boolean
  onChoose: () => void
}

export function ReleaseRow({ projectId, release, releases, index, health, days, ...choice }: ReleaseRowProps) {
  const { version, first_seen, new_issues, regressed_issues, environments, artifacts } = release
  const own = healthOf(health, version)
  const Files = artifacts > 0 ? FileCheck : FileX
  return (
    <li
      className={`${rowColumns} min-h-14 border-b border-border py-1.5 last:border-b-0 hover:bg-sunken phone:grid-cols-[auto_auto_auto_minmax(0,1fr)] phone:gap-x-2 phone:gap-y-1`}
    >
      <label className="grid size-6 place-items-center phone:hidden">
        <input
          type="checkbox"
          className="checkbox"
          checked={choice.isChosen}
          onChange={choice.onChoose}
          aria-label={t('Choose {{version}}', { version })}
        />
      </label>
      <div className="grid min-w-0 phone:col-span-full">
        <Link
          to="/projects/$projectId/releases/$version"
          params={{ projectId, version }}
          title={oneLine(version)}
          className="from-event font-mono text-13 leading-5 font-semibold whitespace-nowrap hover:underline coarse:py-2"
          dir="auto"
        >
          {cutCenter(oneLine(version), versionLength)}
        </Link>
        <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-12 whitespace-nowrap text-text-3">
          {environments.map((name) => (
            <span key={name} className="from-event rounded-pill bg-pressed px-1.5 text-11 text-text-2">
              {oneLine(name)}
            </span>
          ))}
          <TimeAgo at={first_seen} isPhrase />
        </span>
      </div>
      <Adoption share={own?.adoption ?? null} />
      <CrashFree share={own?.crash_free_sessions ?? null} change={crashFreeChange(health, releases, index)} />
      <span className="h-6 w-24 phone:hidden">
        {days !== undefined && <Sparkline counts={days.slice(-14)} span="14d" />}
      </span>
      <Count count={new_issues} word={t('new')} />
      <Count count={regressed_issues} word={t('regressed')} isBad />
      <span
        className="phone:hidden"
        title={artifacts > 0 ? t('Has files for readable stacks') : t('No files for readable stacks')}
      >
        <Files size={16} aria-hidden className={artifacts > 0 ? 'text-ok' : 'text-text-3'} />
        <span className="sr-only">
          {artifacts > 0 ? t('Has files for readable stacks') : t('No files for readable stacks')}
        </span>
      </span>
    </li>
  )
}

function Adoption({ share }: { share: number | null }) {
  return (
    <span className={`grid gap-0.5 phone:col-span-full ${share === null ? 'phone:hidden' : ''}`}>
      <span className="text-12 text-text-2 tabular-nums">
        {share === null ? '–' : formatPercent(share)}
        <span className="text-text-3 md:sr-only"> {share !== null && t('adoption')}</span>
      </span>
      <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
        <span className="block h-full bg-chart-bar" style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
    </span>
  )
}

/** Differences in points that are worth a sign. */
const worthShowing = 0.01

function CrashFree({ share, change = 0 }: { share: number | null; change: number | undefined }) {
  const isShown = Math.abs(change) >= worthShowing
  return (
    <span className="text-13 whitespace-nowrap tabular-nums">
      {share === null ? '–' : formatRate(share)}
      <span className="text-12 text-text-3 md:sr-only"> {share !== null && t('crash-free')}</span>
      {isShown && (
        <span
          className={`ml-1 text-12 ${change < 0 ? 'text-error-ink' : 'text-ok-ink'}`}
          title={t('Compared with the release before')}
        >
          {change < 0 ? '▼' : '▲'} {Math.abs(change).toFixed(Math.abs(change) < 1 ? 2 : 1)}
        </span>
      )}
    </span>
  )
}

function Count({ count, word, isBad = false }: { count: number; word: string; isBad?: boolean }) {
  return (
    <span
      className={`text-right tabular-nums phone:text-left ${count === 0 ? 'text-text-3' : isBad ? 'font-semibold text-error-ink' : ''}`}
    >
      {shortCount(count)}
      <span className="text-12 font-normal text-text-3 md:sr-only"> {word}</span>
    </span>
  )
}
