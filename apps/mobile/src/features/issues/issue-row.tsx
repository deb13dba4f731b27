import { cutMiddle, formatAge, oneLine, shortCount, titleOf, typeName } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { ignore, mainActionOf, snoozeForDay } from '@bugle/presentation/issue-actions'
import { memo } from 'react'
import { Pressable, View } from 'react-native'
import { AlarmClock, Check, CircleCheck, RotateCcw } from '../../components/icons'
import { LevelIcon, levelLabel } from '../../components/level-icon'
import { Sparkline } from '../../components/sparkline'
import { SwipeRow } from '../../components/swipe-row'
import { isTextLarge, lines, Txt } from '../../components/txt'
import { enterKey, rowKeys } from '../../lib/row-keys'
import { useColors } from '../../theme'
import { decide } from './decide'
import type { Issue } from './queries'
import { StatusPill, statusOf } from './status-pill'

interface IssueRowProps {
  issue: Issue
  now: number
  projectName?: string | undefined
  isSelected: boolean
  isSelecting: boolean
  isCurrent?: boolean
  /** Whether a decision about it waits for the server. */
  isWaiting?: boolean
  onOpen: (issue: Issue) => void
  onSelect: (issue: Issue) => void
}

/** An issue in a list: three lines, swiped right to resolve it and left to snooze it for a day. */
export const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const {
    issue,
    now,
    projectName,
    isSelected,
    isSelecting,
    isCurrent = false,
    isWaiting = false,
    onOpen,
    onSelect,
  } = props
  const colors = useColors()
  const main = mainActionOf(issue)
  const actions = [
    { name: 'main', label: main.label, run: () => void decide([issue], main) },
    { name: 'snooze', label: t('Snooze for a day'), run: () => void decide([issue], snoozeForDay(Date.now())) },
    { name: 'ignore', label: t('Ignore'), run: () => void decide([issue], ignore) },
    { name: 'select', label: t('Select'), run: () => onSelect(issue) },
  ]
  const isOpenIssue = issue.status === 'unresolved'
  const message = oneLine(issue.message).trim()
  const isQuiet = issue.level === 'error'
  const where = [
    isQuiet ? undefined : levelLabel(issue.level),
    projectName === undefined ? undefined : oneLine(projectName),
    issue.culprit === null ? undefined : cutMiddle(oneLine(issue.culprit), 54),
  ].filter((part) => part !== undefined)
  const counts = `${shortCount(issue.count)} · ${issue.users === 0 ? '–' : shortCount(issue.users)}`
  const seen = formatAge(issue.last_seen, now)
  const label = [
    levelLabel(issue.level),
    titleOf(issue),
    statusOf(issue)?.text,
    isWaiting ? t('will be sent') : undefined,
    t('{{count, number}} events', { count: issue.count }),
    t('{{count, number}} users', { count: issue.users }),
    t('last {{age}} ago', { age: seen }),
    ...where,
  ]
  return (
    <SwipeRow
      right={{
        label: main.label,
        icon: isOpenIssue ? CircleCheck : RotateCcw,
        ink: 'okInk',
        wash: 'okWash',
        run: actions[0]!.run,
      }}
      left={{ label: t('Snooze'), icon: AlarmClock, ink: 'snoozeInk', wash: 'snoozeWash', run: actions[1]!.run }}
      isDisabled={isSelecting}
    >
      <Pressable
        role={isSelecting ? 'checkbox' : 'link'}
        {...(isSelecting ? { 'aria-checked': isSelected } : {})}
        aria-label={label.filter((part) => part !== undefined).join(', ')}
        accessibilityActions={actions.map(({ name, label: text }) => ({ name, label: text }))}
        onAccessibilityAction={({ nativeEvent }) => actions.find(({ name }) => name === nativeEvent.actionName)?.run()}
        onPress={() => (isSelecting ? onSelect(issue) : onOpen(issue))}
        {...rowKeys({
          ...(isSelecting ? {} : { [enterKey]: () => onOpen(issue) }),
          x: () => onSelect(issue),
          e: actions[0]!.run,
          s: actions[1]!.run,
          i: actions[2]!.run,
        })}
        onLongPress={() => onSelect(issue)}
        delayLongPress={350}
        style={({ pressed }) => ({
          flexDirection: 'row',
          gap: 12,
          minHeight: 84,
          paddingVertical: 12,
          paddingLeft: isCurrent ? 13 : 16,
          paddingRight: 16,
          borderBottomWidth: 1,
          borderColor: colors.border,
          ...(isCurrent ? { borderLeftWidth: 3, borderLeftColor: colors.ring } : {}),
          backgroundColor: isSelected
            ? colors.accentWash
            : pressed
              ? colors.pressed
              : isCurrent
                ? colors.sunken
                : colors.surface,
        })}
      >
        <View style={{ paddingTop: 2 }}>
          {isSelecting ? <Tick isOn={isSelected} /> : <LevelIcon level={issue.level} />}
        </View>
        <View style={{ flex: 1, gap: 3 }}>
          <Txt kind="body" color="text2" numberOfLines={lines(2)} style={{ lineHeight: 20 }}>
            <Txt kind="strong" style={{ lineHeight: 20 }}>
              {typeName(issue.type)}
            </Txt>
            {message === '' ? '' : `: ${message}`}
          </Txt>
          {where.length > 0 && (
            <Txt kind="meta" color="text3" {...(isTextLarge() ? {} : { numberOfLines: 1 })}>
              {where.join(' · ')}
            </Txt>
          )}
          <View
            style={{
              flexDirection: 'row',
              flexWrap: isTextLarge() ? 'wrap' : 'nowrap',
              alignItems: 'center',
              gap: 8,
              minHeight: 18,
              marginTop: 1,
            }}
          >
            <StatusPill issue={issue} />
            {isWaiting && (
              <Txt kind="small" color="warningInk" numberOfLines={1}>
                {t('will be sent')}
              </Txt>
            )}
            {issue.sparkline !== undefined && (
              <Sparkline counts={issue.sparkline} width={72} height={14} label={t('Last 24 hours')} />
            )}
            <View style={{ flex: 1 }} />
            <Txt kind="meta" color="text2" numberOfLines={1}>
              {counts}
            </Txt>
            <Txt kind="meta" color="text3" numberOfLines={1} style={{ minWidth: 44, textAlign: 'right' }}>
              {seen}
            </Txt>
          </View>
        </View>
      </Pressable>
    </SwipeRow>
  )
})

function Tick({ isOn }: { isOn: boolean }) {
  const colors = useColors()
  return (
    <View
      style={{
        width: 18,
        height: 18,
        borderRadius: 4,
        borderWidth: 1.5,
        borderColor: isOn ? colors.ring : colors.borderStrong,
        backgroundColor: isOn ? colors.ring : 'transparent',
        alignItems: 'center',
        justifyContent: 'center',
      }}
    >
      {isOn && <Check size={13} strokeWidth={3} color={colors.surface} />}
    </View>
  )
}
