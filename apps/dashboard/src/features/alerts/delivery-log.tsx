import { messageEventLabel } from '@bugle/presentation/alert-text'
import { channelFailure } from '@bugle/presentation/channel-failure'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { EmptyList } from './alert-section.tsx'
import { projectName, useHome } from './home.ts'
import { alertRulesQuery, type Channel, type Delivery, deliveriesQuery, useAlertChanges } from './queries.ts'

/** Shows the messages to a channel of the last 30 days, each with its outcome. */
export function DeliveryLog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const log = useInfiniteQuery(deliveriesQuery(useHome().organizationId, channel.id))
  return (
    <Dialog title={t('Deliveries to {{name}}', { name: oneLine(channel.name) })} size="wide" onClose={onClose}>
      <Loaded query={log} name={t('the deliveries')} waiting={<div className="skeleton h-48" />}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries)
          if (deliveries.length === 0)
            return <EmptyList text={t('Nothing was sent in the last 30 days. A test shows whether messages arrive.')} />
          return (
            <>
              <ul aria-label={t('Deliveries')} className="grid">
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} {...{ delivery, channel }} />
                ))}
              </ul>
              <LoadMore list={log} />
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function DeliveryRow({ delivery, channel }: { delivery: Delivery; channel: Channel }) {
  const home = useHome()
  const rules = useQuery(alertRulesQuery(home.organizationId)).data ?? []
  const again = useMutation(useAlertChanges(home.organizationId).sendAgain)
  const { id, event, rule_id, project_id, issue_id, created_at, state } = delivery
  const rule = rules.find((one) => one.id === rule_id)?.name
  const project = projectName(home, project_id)
  const about = [rule, project].flatMap((name) => (name === undefined ? [] : oneLine(name)))
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 border-b border-border py-2 last:border-b-0">
      <DeliveryShape delivery={delivery} />
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{messageEventLabel(event)}</span>
          <span className="text-12 text-text-3">
            <TimeAgo at={created_at} isPhrase />
          </span>
        </p>
        <p className="from-event text-12 text-text-2">
          {about.join(' · ')}
          {issue_id !== null && project !== undefined && (
            <>
              {' · '}
              <Link
                to="/issues/$issueId"
                params={{ issueId: issue_id }}
                className="text-accent-ink underline underline-offset-2"
              >
                {t('Open issue')}
              </Link>
            </>
          )}
        </p>
        <p className="text-12 text-text-3">{outcomeText(delivery)}</p>
      </div>
      {home.mayChange && state !== 'waiting' && (
        <Button
          variant="quiet"
          disabled={again.isPending}
          onClick={() => again.mutate({ channel: channel.id, delivery_id: id })}
        >
          {t('Send again')}
        </Button>
      )}
    </li>
  )
}

function DeliveryShape({ delivery: { state, failure } }: { delivery: Delivery }) {
  if (state === 'delivered') return <CircleCheck size={16} className="mt-0.5 text-ok" aria-hidden />
  if (state === 'dropped') return <CircleSlash size={16} className="mt-0.5 text-text-3" aria-hidden />
  if (failure !== null) return <CircleAlert size={16} className="mt-0.5 text-error" aria-hidden />
  return <Clock size={16} className="mt-0.5 text-text-3" aria-hidden />
}

function outcomeText({ state, failure, attempts, status, ms }: Delivery): string {
  const tries = attempts > 1 ? ` ${t('Attempt {{number}}.', { number: attempts })}` : ''
  switch (state) {
    case 'delivered':
      return `${t('Delivered: {{status}} after {{ms, number}} ms.', { status: status ?? '', ms: ms ?? 0 })}${tries}`
    case 'dropped':
      return t('Not sent: it was settled meanwhile, or older than a day.')
    case 'waiting':
      return failure === null
        ? t('Waiting to be sent.')
        : `${channelFailure(failure)}${tries} ${t('Another attempt follows.')}`
  }
}
