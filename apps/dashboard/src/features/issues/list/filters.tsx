import { rangeLabel, rangeText } from '@bugle/client-state/range-text'
import { type IssueFilter, type IssueSearch, type RelativeRange, relativeRanges } from '@bugle/client-state/search'
import { oneLine, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type IssueSort, issueSorts, levels } from '@bugle/protocol/vocabulary'
import { useQueries } from '@tanstack/react-query'
import { ChevronDown, SlidersHorizontal, TrendingUp, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { levelLabel } from '../../../components/level-icon.tsx'
import { Menu, MenuChoice, MenuSwitch } from '../../../components/menu.tsx'
import { lazyPart } from '../../../lib/lazy-code.ts'
import { valuesQuery } from '../queries.ts'
import { hasTerm, withoutTerm, withoutValue, withTerm } from './exclude.ts'

const TimeRangeDialog = lazyPart(() => import('./time-range-dialog.tsx'), 'TimeRangeDialog')

interface FiltersProps {
  filter: IssueFilter
  go: (next: IssueSearch) => void
  /** Names of the projects, where several are listed. */
  projectNames: ReadonlyMap<string, string> | undefined
  /** Shows the same list for one project only. */
  onProject: (projectId: string) => void
}

/** Filters and sort order of the list. On phones they collapse behind a button that counts them. */
export function Filters({ filter, go, projectNames, onProject }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { projectId, ...search } = filter
  const put = (part: IssueSearch) => go({ ...search, ...part })
  const narrowing = [search.environment, search.release, search.platform, search.level, search.assignee]
  const projectIds = projectId === undefined ? [...(projectNames?.keys() ?? [])] : [projectId]
  const count = [...narrowing, search.since ?? search.from ?? search.to].filter((value) => value !== undefined).length
  return (
    <>
      <span className="hidden phone:flex">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={14} aria-hidden />
          {count === 0 ? t('Filters') : t('Filters {{count, number}}', { count })}
        </Button>
      </span>
      <div
        className={`flex min-w-0 grow flex-wrap items-center gap-1.5 phone:ml-0 phone:basis-full ${isOpen ? '' : 'phone:hidden'}`}
      >
        {projectNames !== undefined && (
          <Choice
            label={t('Project')}
            value={undefined}
            options={[...projectNames].map(([value, label]) => ({ value, label }))}
            onChange={(id) => id !== undefined && onProject(id)}
          />
        )}
        <NameFilter name="environment" label={t('Environment')} {...{ filter, put, projectIds }} />
        <NameFilter name="release" label={t('Release')} {...{ filter, put, projectIds }} />
        <NameFilter name="platform" label={t('Platform')} {...{ filter, put, projectIds }} />
        <Choice
          label={t('Level')}
          value={search.level}
          options={levels.map((level) => ({ value: level, label: levelLabel(level) }))}
          onChange={(level) => put({ level })}
          onExclude={(level) => put(withoutValue(search, 'level', level))}
        />
        <Choice
          label={t('Assignee')}
          value={search.assignee}
          options={[
            { value: 'me', label: t('Me') },
            { value: 'none', label: t('Nobody') },
          ]}
          onChange={(assignee) => put({ assignee })}
          onExclude={(assignee) => put(withoutValue(search, 'assignee', assignee))}
        />
        <Choice
          label={t('Time')}
          any={t('Any time')}
          isAnyShown
          value={search.since ?? ((search.from ?? search.to) ? 'own' : undefined)}
          options={[
            ...(Object.keys(relativeRanges) as RelativeRange[]).map((value) => ({ value, label: rangeLabel(value) })),
            ...((search.from ?? search.to) ? [{ value: 'own', label: rangeText(search)! }] : []),
            { value: 'ask', label: t('Custom range…') },
          ]}
          onChange={(value) => {
            if (value === 'ask') setAsking(true)
            else if (value !== 'own') put({ since: value as RelativeRange | undefined, from: undefined, to: undefined })
          }}
        />
        {isAsking && (
          <Suspense>
            <TimeRangeDialog
              search={search}
              onChoose={(range) => put({ since: undefined, ...range })}
              onClose={() => setAsking(false)}
            />
          </Suspense>
        )}
        <EscalatingFilter search={search} put={put} />
        <span className="grow phone:hidden" />
        <SortMenu value={search.sort ?? 'last_seen'} onChange={(sort) => put({ sort })} />
      </div>
    </>
  )
}

interface NameFilterProps {
  name: 'environment' | 'release' | 'platform'
  label: string
  filter: IssueFilter
  put: (part: IssueSearch) => void
  /** Projects that the names are taken from. */
  projectIds: string[]
}

/** Projects that are asked for their names. */
const maxAsked = 20

/** Chooses one of the names seen in the last 14 days; the search takes any other. */
function NameFilter({ name, label, filter, put, projectIds }: NameFilterProps) {
  const [isAsked, setAsked] = useState(false)
  const values = useQueries({
    queries: projectIds.slice(0, maxAsked).map((id) => ({ ...valuesQuery(id, name, ''), enabled: isAsked })),
    combine: (responses) => ({
      isFetching: responses.some(({ isFetching }) => isFetching),
      known: inOneList(responses.map(({ data }) => data ?? [])),
    }),
  })
  const value = filter[name]
  const { projectId: _, ...search } = filter
  const known = values.known.map((one) => ({
    value: one.value,
    label: one.value,
    ...(one.count === null ? {} : { aside: shortCount(one.count) }),
  }))
  const options =
    value === undefined || known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known]
  return (
    <Choice
      label={label}
      value={value}
      options={options}
      isWaiting={values.isFetching && known.length === 0}
      onOpen={() => setAsked(true)}
      onChange={(next) => put({ [name]: next })}
      onExclude={(excluded) => put(withoutValue(search, name, excluded))}
    />
  )
}

type Values = { value: string; count: number | null }[]

/** Merges the names of several projects, most frequent first, without duplicates. */
function inOneList(lists: Values[]): Values {
  if (lists.length === 1) return lists[0]!
  const counts = new Map<string, number | null>()
  for (const { value, count } of lists.flat()) {
    const before = counts.get(value) ?? 0
    counts.set(value, count === null ? null : before + count)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
}

interface ChoiceProps {
  label: string
  /** Label of the option that filters nothing. */
  any?: string
  /** Shows that option in place of the label while nothing is chosen. */
  isAnyShown?: boolean
  value: string | undefined
  options: { value: string; label: string; aside?: ReactNode }[]
  isWaiting?: boolean
  onOpen?: () => void
  onChange: (value: string | undefined) => void
  /** Leaves a value out of the list. */
  onExclude?: (value: string) => void
}

/** A menu that shows the chosen option; a cross clears it. */
function Choice({ label, value, options, isWaiting = false, onOpen, onChange, ...rest }: ChoiceProps) {
  const { any = t('Any'), isAnyShown = false, onExclude } = rest
  const [isNot, setNot] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const unchosen = isAnyShown && value === undefined ? any : label
  return (
    <span className={`inline-flex max-w-full rounded-control ${value === undefined ? '' : 'bg-pressed'}`}>
      <Menu
        onOpenChange={(isOpen) => isOpen && onOpen?.()}
        trigger={
          <button
            type="button"
            className="inline-flex min-h-7 min-w-0 items-center gap-1 rounded-control px-2 text-12 text-text-2 hover:bg-pressed hover:text-text aria-expanded:bg-pressed coarse:min-h-11 data-chosen:text-text"
            data-chosen={value === undefined ? undefined : true}
          >
            <span className="shrink-0">{value === undefined || chosen === undefined ? unchosen : `${label}:`}</span>
            {chosen !== undefined && (
              <span className="from-event truncate font-medium" dir="auto">
                {oneLine(chosen.label)}
              </span>
            )}
            <ChevronDown size={12} aria-hidden className="shrink-0" />
          </button>
        }
      >
        {isWaiting ? (
          <p className="px-2 py-1 text-text-3">{t('Loading…')}</p>
        ) : (
          <>
            {onExclude !== undefined && (
              <MenuSwitch isOn={isNot} onChange={setNot}>
                {t('is not')}
              </MenuSwitch>
            )}
            <MenuChoice
              label={isNot ? t('{{name}} is not', { name: label }) : label}
              value={isNot ? '' : (value ?? '')}
              options={isNot ? options : [{ value: '', label: any }, ...options]}
              onChange={(next) => {
                if (isNot) onExclude?.(next)
                else onChange(next === '' ? undefined : next)
                setNot(false)
              }}
            />
          </>
        )}
      </Menu>
      {value !== undefined && (
        <IconButton icon={X} size="small" label={t('{{label}}: any', { label })} onClick={() => onChange(undefined)} />
      )}
    </span>
  )
}

/** Issues whose present hour is far above their usual ones, one click away. */
function EscalatingFilter({ search, put }: { search: IssueSearch; put: (part: IssueSearch) => void }) {
  const isOn = hasTerm(search.query, escalatingTerm)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() =>
        put({ query: isOn ? withoutTerm(search.query, escalatingTerm) : withTerm(search.query, escalatingTerm) })
      }
      className="inline-flex min-h-7 items-center gap-1 rounded-control px-2 text-12 text-text-2 hover:bg-pressed hover:text-text aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-text coarse:min-h-11"
    >
      <TrendingUp size={12} aria-hidden />
      {t('Escalating')}
    </button>
  )
}

const escalatingTerm = 'is:escalating'

export function sortLabel(sort: IssueSort): string {
  return {
    last_seen: t('Last seen'),
    first_seen: t('First seen'),
    events: t('Events'),
    users: t('Users'),
    change: t('Change against the usual'),
  }[sort]
}

function SortMenu({ value, onChange }: { value: IssueSort; onChange: (sort: IssueSort) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className="inline-flex min-h-7 items-center gap-1 rounded-control px-2 text-12 text-text-2 hover:bg-pressed hover:text-text aria-expanded:bg-pressed coarse:min-h-11"
        >
          {t('Sort: {{by}}', { by: sortLabel(value) })}
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label={t('Sort by')}
        value={value}
        options={issueSorts.map((sort) => ({
          value: sort,
          label: sortLabel(sort),
        }))}
        onChange={(sort) => onChange(sort as IssueSort)}
      />
    </Menu>
  )
}
