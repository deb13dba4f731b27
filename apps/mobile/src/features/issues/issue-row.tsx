import { cutMiddle, oneLine, shortCount, titleOf, typeName } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { memo } from 'react'
import { Pressable, StyleSheet, View } from 'react-native'
import { Check } from '../../components/icons'
import { LevelIcon, levelLabel } from '../../components/level-icon'
import { Sparkline } from '../../components/sparkline'
import { SwipeRow } from '../../components/swipe-row'
import { iconSize, isTextLarge, lines, Txt } from '../../components/txt'
import { enterKey, rowKeys } from '../../lib/row-keys'
import { useColors } from '../../theme'
import type { Issue } from './queries'
import { actionsOf, RowActionsButton } from './row-actions'
import { StatusPill, statusOf } from './status-pill'

interface IssueRowProps {
  issue: Issue
  /** How long ago it was last seen. As a text: a row is rendered again only when that changes, not with each second. */
  age: string
  projectName?: string | undefined
  isSelected: boolean
  isSelecting: boolean
  isCurrent?: boolean
  /** Whether a decision about it waits for the server. */
  isWaiting?: boolean
  /** Whether the role allows no decisions. */
  isReadOnly?: boolean
  onRow: (id: string, row: View | null) => void
  /** Called when the row is focused, or a screen reader acts on it. */
  onFocus: (issue: Issue) => void
  onOpen: (issue: Issue) => void
  onSelect: (issue: Issue) => void
  /** Asks for the actions in a sheet. */
  onActions: (issue: Issue) => void
}

/** An issue in a list: three lines, swiped right to resolve it and left to snooze it for a day. */
export const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { issue, age, projectName, isSelected, isSelecting, isCurrent = false } = props
  const { isWaiting = false, isReadOnly = false } = props
  const { onRow, onFocus, onOpen, onSelect, onActions } = props
  const colors = useColors()
  const actions = actionsOf(issue, onSelect)
  const place = placeOf(issue, projectName)
  const background = isSelected ? 'accentWash' : isCurrent ? 'sunken' : 'surface'
  return (
    <SwipeRow
      role="listitem"
      right={{
        label: actions.main.label,
        icon: actions.main.icon,
        ink: 'okInk',
        wash: 'okWash',
        run: actions.main.run,
      }}
      left={{
        label: t('Snooze'),
        icon: actions.snooze.icon,
        ink: 'snoozeInk',
        wash: 'snoozeWash',
        run: actions.snooze.run,
      }}
      isDisabled={isSelecting || isReadOnly}
    >
      <Pressable
        ref={(row) => onRow(issue.id, row)}
        role={isSelecting ? 'checkbox' : 'link'}
        {...(isSelecting ? { 'aria-checked': isSelected } : {})}
        aria-label={spokenRow(issue, age, place, isWaiting)}
        accessibilityActions={isReadOnly ? [] : Object.entries(actions).map(([name, { label }]) => ({ name, label }))}
        onAccessibilityAction={({ nativeEvent }) => {
          onFocus(issue)
          actions[nativeEvent.actionName as keyof typeof actions]?.run()
        }}
        onFocus={() => onFocus(issue)}
        onPress={() => (isSelecting ? onSelect(issue) : onOpen(issue))}
        {...rowKeys({
          ...(isSelecting ? {} : { [enterKey]: () => onOpen(issue) }),
          ...(isReadOnly
            ? {}
            : { x: actions.select.run, e: actions.main.run, s: actions.snooze.run, i: actions.ignore.run }),
        })}
        {...(isReadOnly ? {} : { onLongPress: actions.select.run })}
        delayLongPress={350}
        style={({ pressed }) => [
          styles.row,
          { borderColor: colors.border, backgroundColor: colors[pressed && !isSelected ? 'pressed' : background] },
          isCurrent && [styles.current, { borderLeftColor: colors.ring }],
        ]}
      >
        <View style={styles.sign}>{isSelecting ? <Tick isOn={isSelected} /> : <LevelIcon level={issue.level} />}</View>
        <View style={styles.texts}>
          <Title issue={issue} />
          {place.length > 0 && (
            <Txt kind="meta" color="text3" {...(isTextLarge() ? {} : { numberOfLines: 1 })}>
              {place.join(' · ')}
            </Txt>
          )}
          <Facts issue={issue} age={age} isWaiting={isWaiting} />
        </View>
      </Pressable>
      {!isSelecting && !isReadOnly && <RowActionsButton issue={issue} onPress={() => onActions(issue)} />}
    </SwipeRow>
  )
})

/** The level unless it is the usual one, the project where several are listed, and the function that failed. */
function placeOf({ level, culprit }: Issue, projectName: string | undefined): string[] {
  const parts = [
    level === 'error' ? undefined : levelLabel(level),
    projectName === undefined ? undefined : oneLine(projectName),
    culprit === null ? undefined : cutMiddle(oneLine(culprit), 54),
  ]
  return parts.filter((part) => part !== undefined)
}

/** The row as one sentence, for a screen reader. */
function spokenRow(issue: Issue, age: string, place: string[], isWaiting: boolean): string {
  const parts = [
    levelLabel(issue.level),
    titleOf(issue),
    statusOf(issue)?.text,
    isWaiting ? t('will be sent') : undefined,
    t('{{count, number}} events', { count: issue.count }),
    t('{{count, number}} users', { count: issue.users }),
    t('last {{age}} ago', { age }),
    ...place,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

function Title({ issue }: { issue: Issue }) {
  const message = oneLine(issue.message).trim()
  return (
    <Txt kind="body" color="text2" numberOfLines={lines(2)} style={styles.title}>
      <Txt kind="strong" style={styles.title}>
        {typeName(issue.type)}
      </Txt>
      {message === '' ? '' : `: ${message}`}
    </Txt>
  )
}

/** The last line: what became of the issue, its chart, events and people, and when it was last seen. */
function Facts({ issue, age, isWaiting }: Pick<IssueRowProps, 'issue' | 'age' | 'isWaiting'>) {
  return (
    <View style={[styles.facts, isTextLarge() && styles.wrapping]}>
      <StatusPill issue={issue} />
      {isWaiting && (
        <Txt kind="small" color="warningInk" numberOfLines={1}>
          {t('will be sent')}
        </Txt>
      )}
      {issue.sparkline !== undefined && (
        <View style={styles.chart}>
          <Sparkline counts={issue.sparkline} width={72} height={14} label={t('Last 24 hours')} />
        </View>
      )}
      <View style={styles.figures}>
        <Txt kind="meta" color="text2" numberOfLines={1} style={styles.counts}>
          {figuresOf(issue)}
        </Txt>
        <Txt kind="meta" color="text3" numberOfLines={1} style={styles.age}>
          {age}
        </Txt>
      </View>
    </View>
  )
}

/** Events and people in words; without a user nobody is counted. */
function figuresOf({ count, users }: Issue): string {
  const events = `${shortCount(count)}×`
  return users === 0 ? events : `${t('{{short}} people', { short: shortCount(users) })} · ${events}`
}

function Tick({ isOn }: { isOn: boolean }) {
  const colors = useColors()
  return (
    <View
      style={{
        width: iconSize(18),
        height: iconSize(18),
        borderRadius: 4,
        borderWidth: 1.5,
        borderColor: isOn ? colors.ring : colors.borderStrong,
        backgroundColor: isOn ? colors.ring : 'transparent',
        alignItems: 'center',
        justifyContent: 'center',
      }}
    >
      {isOn && <Check size={iconSize(13)} strokeWidth={3} color={colors.surface} />}
    </View>
  )
}

/** Made once: a browser then has a class for each, instead of a style of every row's own. */
const styles = StyleSheet.create({
  row: {
    flexDirection: 'row',
    gap: 12,
    minHeight: 84,
    paddingVertical: 12,
    paddingHorizontal: 16,
    borderBottomWidth: 1,
  },
  current: { paddingLeft: 13, borderLeftWidth: 3 },
  sign: { paddingTop: 2 },
  texts: { flex: 1, gap: 3 },
  title: { lineHeight: 20 },
  facts: { flexDirection: 'row', alignItems: 'center', gap: 8, minHeight: 18, marginTop: 1 },
  wrapping: { flexWrap: 'wrap' },
  // Beside a long status the chart gives way, its past first; figures never do.
  chart: { flexDirection: 'row', justifyContent: 'flex-end', flexShrink: 1_000_000, minWidth: 0, overflow: 'hidden' },
  figures: { flexDirection: 'row', gap: 8, flexShrink: 0, marginLeft: 'auto' },
  counts: { flexShrink: 0 },
  age: { flexShrink: 0, minWidth: 44, textAlign: 'right' },
})
