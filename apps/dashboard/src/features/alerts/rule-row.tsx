import { isMuted, muteChoices } from '@bugle/presentation/alert-text'
import { formatDateTime, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell, BellOff, Ellipsis, Pencil, Power, Trash2, Zap } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../components/menu.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { useHome } from './home.ts'
import { PreviewStrip, StripWaiting } from './preview-strip.tsx'
import { type AlertRule, alertPreviewQuery, type Channel, useAlertChanges } from './queries.ts'
import { RuleSentence } from './rule-sentence.tsx'

interface RuleRowProps {
  rule: AlertRule
  channels: readonly Channel[]
  onEdit: () => void
  onDelete: () => void
}

export function RuleRow({ rule, channels, onEdit, onDelete }: RuleRowProps) {
  const { mayChange } = useHome()
  const row = useRef<HTMLLIElement>(null)
  const isSeen = useSeen(row)
  // Messages lead to the rule that sent them, and to its menu, which mutes it.
  const [linked, action] = location.hash.slice(1).split('/')
  const isLinked = linked === rule.id
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const name = oneLine(rule.name)
  return (
    <li
      ref={row}
      id={rule.id}
      className={`grid grid-cols-[minmax(0,1fr)_15rem_2rem] items-start gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-b-0 max-xl:grid-cols-[minmax(0,1fr)_2rem] ${isLinked ? 'bg-accent-wash' : ''}`}
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="from-event text-14 font-semibold">{name}</strong>
          <RuleState rule={rule} />
        </p>
        <RuleSentence rule={rule} channels={channels} />
      </div>
      {mayChange && (
        <>
          <div className="max-xl:order-last max-xl:col-span-full">{isSeen && <PastOfRule rule={rule} />}</div>
          <RuleMenu rule={rule} isOpenAtFirst={isLinked && action === 'mute'} {...{ name, onEdit, onDelete }} />
        </>
      )}
    </li>
  )
}

function RuleState({ rule }: { rule: AlertRule }) {
  const isSilent = useNow((now) => Number(isMuted(rule, now))) === 1
  const pill = 'inline-flex items-center gap-1 rounded-pill px-1.5 py-px text-11 font-medium inset-ring'
  if (!rule.is_enabled)
    return (
      <span className={`${pill} bg-pressed text-text-2 inset-ring-border`}>
        <Power size={12} aria-hidden />
        {t('Off')}
      </span>
    )
  return (
    <>
      {isSilent && (
        <span className={`${pill} bg-snooze-wash text-snooze-ink inset-ring-snooze-ink/30`}>
          <BellOff size={12} aria-hidden />
          {t('Muted until {{time}}', { time: formatDateTime(rule.muted_until!) })}
        </span>
      )}
      {rule.is_urgent && (
        <span className={`${pill} bg-warning-wash text-warning-ink inset-ring-warning-ink/30`}>
          <Zap size={12} aria-hidden />
          {t('Urgent')}
        </span>
      )}
    </>
  )
}

/** Shows when a rule would have fired; nothing where that cannot be told. */
function PastOfRule({ rule: { triggers, threshold, condition, project_ids } }: { rule: AlertRule }) {
  const { organizationId } = useHome()
  const { data, isError } = useQuery(alertPreviewQuery(organizationId, { triggers, threshold, condition, project_ids }))
  if (data === undefined) return isError ? null : <StripWaiting />
  return data.left_out.length === triggers.length ? null : <PreviewStrip preview={data} />
}

interface RuleMenuProps {
  rule: AlertRule
  name: string
  isOpenAtFirst: boolean
  onEdit: () => void
  onDelete: () => void
}

function RuleMenu({ rule, name, isOpenAtFirst, onEdit, onDelete }: RuleMenuProps) {
  const change = useMutation(useAlertChanges(useHome().organizationId).changeRule)
  const isSilent = isMuted(rule, Date.now())
  const put = (body: Parameters<typeof change.mutate>[0]['body']) => change.mutate({ rule: rule.id, body })
  return (
    <Menu
      align="end"
      isOpenAtFirst={isOpenAtFirst}
      trigger={<IconButton icon={Ellipsis} label={t('Actions for {{name}}', { name })} />}
    >
      <MenuItem onSelect={onEdit}>
        <Pencil size={16} aria-hidden />
        {t('Edit…')}
      </MenuItem>
      <MenuItem onSelect={() => put({ is_enabled: !rule.is_enabled })}>
        <Power size={16} aria-hidden />
        {rule.is_enabled ? t('Turn off') : t('Turn on')}
      </MenuItem>
      <MenuLine />
      {isSilent ? (
        <MenuItem onSelect={() => put({ muted_until: null })}>
          <Bell size={16} aria-hidden />
          {t('Unmute')}
        </MenuItem>
      ) : (
        <>
          <MenuTitle>{t('Mute')}</MenuTitle>
          {muteChoices().map(({ label, until }) => (
            <MenuItem key={label} onSelect={() => put({ muted_until: until(Date.now()) })}>
              <BellOff size={16} aria-hidden />
              {label}
            </MenuItem>
          ))}
        </>
      )}
      <MenuLine />
      <MenuItem isDanger onSelect={onDelete}>
        <Trash2 size={16} aria-hidden />
        {t('Delete…')}
      </MenuItem>
    </Menu>
  )
}
