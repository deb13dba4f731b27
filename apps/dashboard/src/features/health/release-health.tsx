import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { Section } from '../../components/section.tsx'
import { type ReleaseHealth as Row, releaseHealthQuery } from './queries.ts'

const cell = 'px-3 py-1.5 phone:px-2'
const number = `${cell} text-right tabular-nums whitespace-nowrap`

/** Sessions and crash-free rates of the last 14 days, by release. */
export function ReleaseHealth({ projectId }: { projectId: string }) {
  const found = useQuery(releaseHealthQuery(projectId))
  return (
    <Section title={t('Crash-free rates')}>
      <Loaded query={found} name={t('the sessions')} waiting={<div className="skeleton h-32" />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-text-3">
              {t('No sessions in the last 14 days. Sentry’s SDKs send them with a release.')}
            </p>
          ) : (
            <Table projectId={projectId} rows={rows} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Table({ projectId, rows }: { projectId: string; rows: Row[] }) {
  return (
    <DataTable
      head={
        <>
          <th className={`${cell} font-normal`}>{t('Release')}</th>
          <th className={`${cell} font-normal phone:hidden`}>{t('Environment')}</th>
          <th className={`${number} font-normal`}>{t('Crash-free sessions')}</th>
          <th className={`${number} font-normal`}>{t('Crash-free users')}</th>
          <th className={`${number} font-normal`}>{t('Sessions')}</th>
          <th className={`${number} font-normal phone:hidden`}>{t('Crashed')}</th>
          <th className={`${number} font-normal phone:hidden`}>{t('With errors')}</th>
          <th className={`${number} font-normal phone:hidden`}>{t('Adoption')}</th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={`${row.release} ${row.environment}`} className="border-t border-border hover:bg-sunken">
          <td className={cell}>
            <ReleaseLink projectId={projectId} version={row.release} className="font-semibold phone:w-28" />
          </td>
          <td className={`${cell} from-event phone:hidden`}>{row.environment}</td>
          <td className={`${number} font-semibold`}>{rateOf(row.crash_free_sessions)}</td>
          <td className={number}>{row.users === 0 ? '–' : rateOf(row.crash_free_users)}</td>
          <td className={number}>{shortCount(row.sessions)}</td>
          <td className={`${number} phone:hidden`}>{shortCount(row.crashed)}</td>
          <td className={`${number} phone:hidden`}>{shortCount(row.errored + row.unhandled + row.abnormal)}</td>
          <td className={`${number} phone:hidden`}>{rateOf(row.adoption)}</td>
        </tr>
      ))}
    </DataTable>
  )
}

/** Rounded down, so that no crash is rounded away: 100 % means none. */
function rateOf(share: number | null): string {
  return share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`
}
