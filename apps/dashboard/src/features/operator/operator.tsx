import { responseBody, type Schemas } from '@bugle/api-client'
import { operatorKeys } from '@bugle/client-state/keys/operator-keys'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { api } from '../../lib/api.ts'
import { fileSize } from '../../lib/file-size.ts'

type Overview = Schemas['OperatorOverview']
type Check = Overview['checks'][number]

const overviewQuery = queryOptions({
  queryKey: operatorKeys.overview,
  queryFn: () => responseBody(api.GET('/api/operator')),
  refetchInterval: 30_000,
})

const cursorOf = (cursor: string | undefined) => ({ params: { query: cursor === undefined ? {} : { cursor } } })

const usersQuery = infiniteQueryOptions({
  queryKey: operatorKeys.users,
  queryFn: ({ pageParam }) => responseBody(api.GET('/api/operator/users', cursorOf(pageParam))),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

const organizationsQuery = infiniteQueryOptions({
  queryKey: operatorKeys.organizations,
  queryFn: ({ pageParam }) => responseBody(api.GET('/api/operator/organizations', cursorOf(pageParam))),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** State of the installation, and the findings of the doctor. */
export function InstallationState() {
  const overview = useQuery(overviewQuery)
  return (
    <Loaded query={overview} name={t('the installation')}>
      {(data) => (
        <>
          <Facts overview={data} />
          <Panel title={t('Findings')} hint={t('As the operator’s command “doctor” prints them.')}>
            <ul className="rounded-card border border-border">
              {data.checks.map((check) => (
                <CheckLine key={`${check.name} ${check.text}`} check={check} />
              ))}
            </ul>
          </Panel>
        </>
      )}
    </Loaded>
  )
}

function Facts({ overview: { version, retention_days, disk, artifacts, queue, counts } }: { overview: Overview }) {
  const used = disk.used_bytes === null ? '–' : fileSize(disk.used_bytes)
  const facts: [name: string, value: string][] = [
    [t('Version'), version],
    [t('Accounts'), String(counts.users)],
    [t('Organizations'), String(counts.organizations)],
    [t('Projects'), String(counts.projects)],
    [t('Stored events'), t('{{used}} of {{budget}}', { used, budget: fileSize(disk.budget_bytes) })],
    [
      t('Source maps'),
      t('{{used}} of {{budget}}', {
        used: fileSize(artifacts.used_bytes),
        budget: fileSize(artifacts.budget_bytes),
      }),
    ],
    ...(disk.free_bytes === null ? [] : [[t('Free on the disk'), fileSize(disk.free_bytes)] as [string, string]]),
    [t('Retention'), t('{{count, number}} days', { count: Math.round(retention_days) })],
    [t('Waiting'), t('{{segments}} batches of events, {{jobs}} jobs', { segments: queue.segments, jobs: queue.jobs })],
  ]
  return (
    <Panel title={t('Installation')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <a
          href="./third-party-notices.txt"
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-6 items-center text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('Licences of third parties')}
        </a>
      </p>
    </Panel>
  )
}

function CheckLine({ check: { name, status, text, advice } }: { check: Check }) {
  const [Icon, label, color] = {
    ok: [CircleCheck, t('fine'), 'text-ok'] as const,
    warn: [TriangleAlert, t('warning'), 'text-warning'] as const,
    fail: [CircleAlert, t('failure'), 'text-error'] as const,
  }[status]
  return (
    <li className="flex gap-3 border-b border-border px-3 py-2 last:border-b-0">
      <Icon size={16} aria-label={label} role="img" className={`mt-0.5 shrink-0 ${color}`} />
      <span className="grid min-w-0">
        <span>
          <span className="font-medium">{name}</span> <span className="from-event text-text-2">{text}</span>
        </span>
        {advice !== null && <span className="text-12 text-text-3">{advice}</span>}
      </span>
    </li>
  )
}

/** All accounts of the installation. */
export function Users() {
  const users = useInfiniteQuery(usersQuery)
  return (
    <Panel title={t('Accounts')} hint={t('The operator’s command “user --help” lists what can be done about them.')}>
      <Loaded query={users} name={t('the accounts')}>
        {({ pages }) => (
          <ul className="rounded-card border border-border">
            {pages
              .flatMap((page) => page.users)
              .map((user) => (
                <Entry key={user.id} name={user.name} detail={user.email}>
                  <span>
                    {user.last_used_at === null ? (
                      t('never used')
                    ) : (
                      <>
                        {t('used')} <TimeAgo at={user.last_used_at} isPhrase />
                      </>
                    )}
                  </span>
                  <span>{marksOf(user).join(' · ')}</span>
                </Entry>
              ))}
          </ul>
        )}
      </Loaded>
      <LoadMore list={users} />
    </Panel>
  )
}

function marksOf(user: Schemas['OperatorUser']): string[] {
  return [
    t('{{count, number}} projects', { count: user.projects }),
    ...(user.has_totp ? [t('two-factor')] : []),
    ...(user.is_confirmed ? [] : [t('unconfirmed')]),
    ...(user.is_disabled ? [t('disabled')] : []),
    ...(user.is_operator ? [t('operator')] : []),
  ]
}

/** All organizations of the installation. */
export function AllOrganizations() {
  const organizations = useInfiniteQuery(organizationsQuery)
  return (
    <Panel title={t('Organizations')}>
      <Loaded query={organizations} name={t('the organizations')}>
        {({ pages }) => (
          <ul className="rounded-card border border-border">
            {pages
              .flatMap((page) => page.organizations)
              .map((one) => (
                <Entry key={one.id} name={one.name} detail={one.owners.join(', ')}>
                  <span>
                    {t('{{count, number}} people', { count: one.members })} ·{' '}
                    {t('{{count, number}} projects', { count: one.projects })} ·{' '}
                    {t('{{count, number}} events', { count: one.events })}
                  </span>
                  <span>{t('since {{day}}', { day: formatDate(one.created_at) })}</span>
                </Entry>
              ))}
          </ul>
        )}
      </Loaded>
      <LoadMore list={organizations} />
    </Panel>
  )
}

/** A line of a list: its name with a detail, and facts at the other end. */
function Entry({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-3 border-b border-border px-3 py-2 last:border-b-0">
      <span className="grid min-w-0">
        <span className="from-event font-medium" dir="auto">
          {name}
        </span>
        <span className="from-event text-12 text-text-3">{detail}</span>
      </span>
      <span className="grid justify-items-end text-12 text-text-3 phone:justify-items-start">{children}</span>
    </li>
  )
}
