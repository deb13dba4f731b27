import { quietText } from '@bugle/presentation/alert-text'
import { channelFailure } from '@bugle/presentation/channel-failure'
import { channelKinds } from '@bugle/presentation/channel-kinds'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Ellipsis, Key, List, Moon, Pencil, Plus, Trash2, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/menu.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { AlertSection, EmptyList, listClass } from './alert-section.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelTest } from './channel-test.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { useHome } from './home.ts'
import { NewChannelSecret } from './new-channel-secret.tsx'
import { type Channel, channelsQuery, useAlertChanges } from './queries.ts'

type DialogName = 'edit' | 'test' | 'log' | 'secret' | 'delete'

/** The services that an organization notifies, and how each of them does. */
export function Channels({ onAdd }: { onAdd: () => void }) {
  const { organizationId, projectId, mayChange } = useHome()
  const found = useQuery(channelsQuery(organizationId))
  const [asked, setAsked] = useState<{ dialog: DialogName; channel: Channel }>()
  const hint = t('Chats, pagers and programs. Addresses and secrets are encrypted, and never shown again.')
  return (
    <AlertSection
      title={t('Channels')}
      hint={projectId === undefined ? hint : `${hint} ${t('They serve all projects of the organization.')}`}
      action={
        mayChange && (
          <Button onClick={onAdd}>
            <Plus size={16} aria-hidden />
            {t('Add a channel')}
          </Button>
        )
      }
    >
      <Loaded query={found} name={t('the channels')} waiting={<div className="skeleton h-20" />}>
        {(channels) =>
          channels.length === 0 ? (
            <EmptyList
              text={t('No channel yet. Add the chat in which your team works, or the pager of whoever is on call.')}
            />
          ) : (
            <ul aria-label={t('Channels')} className={listClass}>
              {channels.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} onAsk={(dialog) => setAsked({ dialog, channel })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked !== undefined && <AskedDialog {...asked} onClose={() => setAsked(undefined)} />}
    </AlertSection>
  )
}

function ChannelRow({ channel, onAsk }: { channel: Channel; onAsk: (dialog: DialogName) => void }) {
  const { mayChange } = useHome()
  const { kind, host, state } = channel
  const name = oneLine(channel.name)
  return (
    <li
      className={`grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-border px-4 py-3 last:border-b-0 ${state === 'broken' ? 'bg-error-wash' : ''}`}
    >
      <ChannelShape state={state} />
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="from-event text-14 font-semibold">{name}</strong>
          <span className="text-12 break-all text-text-2">
            {channelKinds()[kind].name} · {host}
          </span>
        </p>
        <ChannelState channel={channel} />
      </div>
      <div className="flex items-start gap-1">
        {mayChange && (
          <Button variant="quiet" className="phone:hidden" onClick={() => onAsk('test')}>
            {t('Send a test…')}
          </Button>
        )}
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('Actions for {{name}}', { name })} />}>
          <Item icon={<List size={16} aria-hidden />} onSelect={() => onAsk('log')}>
            {t('Deliveries')}
          </Item>
          {mayChange && (
            <>
              <Item icon={<Unplug size={16} aria-hidden />} onSelect={() => onAsk('test')}>
                {t('Send a test…')}
              </Item>
              <Item icon={<Pencil size={16} aria-hidden />} onSelect={() => onAsk('edit')}>
                {t('Edit…')}
              </Item>
              {kind === 'webhook' && (
                <Item icon={<Key size={16} aria-hidden />} onSelect={() => onAsk('secret')}>
                  {t('New secret…')}
                </Item>
              )}
              <MenuLine />
              <Item icon={<Trash2 size={16} aria-hidden />} isDanger onSelect={() => onAsk('delete')}>
                {t('Delete…')}
              </Item>
            </>
          )}
        </Menu>
      </div>
    </li>
  )
}

function Item({
  icon,
  children,
  ...item
}: {
  icon: ReactNode
  isDanger?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <MenuItem {...item}>
      {icon}
      {children}
    </MenuItem>
  )
}

function ChannelShape({ state }: { state: Channel['state'] }) {
  if (state === 'ok') return <CircleCheck size={16} className="mt-0.5 text-ok" role="img" aria-label={t('works')} />
  if (state === 'failing') return <Clock size={16} className="mt-0.5 text-warning" role="img" aria-label={t('fails')} />
  return <CircleAlert size={16} className="mt-0.5 text-error" role="img" aria-label={t('broken')} />
}

function ChannelState({ channel: { state, failure, delivered_at, quiet_hours } }: { channel: Channel }) {
  const why = failure === null ? '' : channelFailure(failure)
  return (
    <>
      {state === 'broken' && (
        <p className="text-error-ink">
          {t('Takes no messages any more.')} {why} {t('Change its address, or send a test once it works again.')}
        </p>
      )}
      {state === 'failing' && (
        <p className="text-warning-ink">
          {t('The last message was not taken.')} {why} {t('Another attempt follows.')}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-12 text-text-3">
        {delivered_at === null ? (
          <span>{t('Nothing was sent yet.')}</span>
        ) : (
          <span>
            {t('last message')} <TimeAgo at={delivered_at} isPhrase />
          </span>
        )}
        {quiet_hours !== null && (
          <span className="inline-flex items-center gap-1">
            <Moon size={12} aria-hidden />
            {t('quiet {{hours}}', { hours: quietText(quiet_hours) })}
          </span>
        )}
      </p>
    </>
  )
}

function AskedDialog({ dialog, channel, onClose }: { dialog: DialogName; channel: Channel; onClose: () => void }) {
  const remove = useMutation(useAlertChanges(useHome().organizationId).deleteChannel)
  const name = oneLine(channel.name)
  switch (dialog) {
    case 'edit':
      return <ChannelDialog {...{ channel, onClose }} />
    case 'test':
      return <ChannelTest {...{ channel, onClose }} />
    case 'log':
      return <DeliveryLog {...{ channel, onClose }} />
    case 'secret':
      return <NewChannelSecret {...{ channel, onClose }} />
    case 'delete':
      return (
        <ConfirmRequest
          title={t('Delete {{name}}', { name })}
          action={t('Delete {{name}}', { name })}
          id={channel.id}
          request={remove}
          done={t('Deleted {{name}}', { name })}
          onClose={onClose}
        >
          <p>{t('What waits for it is not sent. Its address and secrets have to be entered again for a new one.')}</p>
        </ConfirmRequest>
      )
  }
}
