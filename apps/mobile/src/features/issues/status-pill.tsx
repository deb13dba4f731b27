import { urgencyOf } from '@bugle/client-state/rank'
import { t } from '@bugle/presentation/i18n'
import { resolvedLabel, snoozedLabel } from '@bugle/presentation/status-text'
import { View } from 'react-native'
import {
  AlarmClock,
  BellOff,
  CircleCheck,
  type LucideIcon,
  RotateCcw,
  Sparkles,
  TrendingUp,
} from '../../components/icons'
import { iconSize, lines, Txt } from '../../components/txt'
import { type Color, useColors } from '../../theme'
import type { Issue } from './queries'

interface Pill {
  text: string
  icon: LucideIcon
  ink: Color
  wash: Color
}

/** The status of an issue, always with its condition. An ongoing issue has none, unless it spikes. */
export function statusOf(issue: Issue): Pill | undefined {
  const { status, substatus, resolution, snooze } = issue
  if (status === 'resolved') return { text: resolvedLabel(resolution), icon: CircleCheck, ink: 'okInk', wash: 'okWash' }
  if (status === 'ignored') return { text: t('Ignored forever'), icon: BellOff, ink: 'text2', wash: 'pressed' }
  if (status === 'snoozed')
    return { text: snoozedLabel(snooze), icon: AlarmClock, ink: 'snoozeInk', wash: 'snoozeWash' }
  if (substatus === 'new') return { text: t('New'), icon: Sparkles, ink: 'infoInk', wash: 'infoWash' }
  if (substatus === 'regressed') return { text: t('Regressed'), icon: RotateCcw, ink: 'errorInk', wash: 'errorWash' }
  if (substatus === 'escalating')
    return { text: t('Escalating'), icon: TrendingUp, ink: 'warningInk', wash: 'warningWash' }
  if (urgencyOf(issue) === 'spike')
    return { text: t('Rising'), icon: TrendingUp, ink: 'warningInk', wash: 'warningWash' }
  return undefined
}

export function StatusPill({ issue }: { issue: Issue }) {
  const colors = useColors()
  const pill = statusOf(issue)
  if (pill === undefined) return null
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: 4,
        flexShrink: 1,
        paddingHorizontal: 6,
        paddingVertical: 1,
        borderRadius: 4,
        backgroundColor: colors[pill.wash],
      }}
    >
      <pill.icon size={iconSize(12)} color={colors[pill.ink]} />
      <Txt kind="small" color={pill.ink} numberOfLines={lines(1)} style={{ flexShrink: 1 }}>
        {pill.text}
      </Txt>
    </View>
  )
}
