import { channelFailure } from '@bugle/presentation/channel-failure'
import { channelKinds } from '@bugle/presentation/channel-kinds'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { useHome } from './home.ts'
import { MessageDrawing } from './message-drawing.tsx'
import { type Channel, deliveriesQuery, useAlertChanges } from './queries.ts'

/** Draws the test message as its service will show it, sends it, and says what became of it. */
export function ChannelTest({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { organizationId } = useHome()
  const test = useMutation(useAlertChanges(organizationId).testChannel)
  const { name } = channelKinds()[channel.kind]
  return (
    <Dialog title={t('Test {{name}}', { name: oneLine(channel.name) })} size="wide" onClose={onClose}>
      <MessageDrawing
        kind={channel.kind}
        caption={t('This will arrive in {{service}}, drawn by Bugle.', { service: name })}
      />
      {test.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(test.error)}
        </p>
      )}
      {test.data !== undefined && <TestOutcome channel={channel} deliveryId={test.data.delivery_id} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button variant="main" disabled={test.isPending} onClick={() => test.mutate(channel.id)}>
          {test.data === undefined ? t('Send it') : t('Send another')}
        </Button>
      </div>
    </Dialog>
  )
}

function TestOutcome({ channel, deliveryId }: { channel: Channel; deliveryId: string }) {
  const log = useInfiniteQuery(deliveriesQuery(useHome().organizationId, channel.id))
  const delivery = log.data?.pages.flatMap(({ deliveries }) => deliveries).find(({ id }) => id === deliveryId)
  const line = 'flex items-center gap-2'
  if (delivery?.state === 'delivered')
    return (
      <p role="status" className={`${line} text-ok-ink`}>
        <CircleCheck size={16} aria-hidden />
        {t('The service took it after {{ms, number}} ms.', { ms: delivery.ms ?? 0 })}
      </p>
    )
  if (delivery?.failure != null)
    return (
      <p role="status" className={`${line} text-error-ink`}>
        <CircleAlert size={16} aria-hidden />
        {channelFailure(delivery.failure)}
      </p>
    )
  return (
    <p role="status" className={`${line} text-text-2`}>
      <Clock size={16} aria-hidden />
      {t('On its way…')}
    </p>
  )
}
