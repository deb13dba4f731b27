import { titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { ignore, mainActionOf, snoozeForDay } from '@bugle/presentation/issue-actions'
import { useState } from 'react'
import { Platform, Pressable } from 'react-native'
import { AlarmClock, BellOff, CircleCheck, Ellipsis, ListChecks, RotateCcw } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { iconSize } from '../../components/txt'
import { useColors } from '../../theme'
import { decide } from './decide'
import type { Issue } from './queries'

/** Everything that can be done from a row: by swipe, by key, as an action of a screen reader, or from a sheet. */
export function actionsOf(issue: Issue, onSelect: (issue: Issue) => void) {
  const main = mainActionOf(issue)
  return {
    main: {
      label: main.label,
      icon: issue.status === 'unresolved' ? CircleCheck : RotateCcw,
      run: () => decide([issue], main),
    },
    snooze: {
      label: t('Snooze for a day'),
      icon: AlarmClock,
      run: () => decide([issue], snoozeForDay(Date.now())),
    },
    ignore: { label: t('Ignore'), icon: BellOff, run: () => decide([issue], ignore) },
    select: { label: t('Select'), icon: ListChecks, run: () => onSelect(issue) },
  }
}

/**
 * Opens the actions of a row without a swipe. A screen reader finds it; the keyboard shows it. Phones give screen readers the
 * actions of the row itself.
 */
export function RowActionsButton({ issue, onPress }: { issue: Issue; onPress: () => void }) {
  const colors = useColors()
  const [isFocused, setIsFocused] = useState(false)
  if (Platform.OS !== 'web') return null
  return (
    <Pressable
      role="button"
      aria-label={t('Actions for {{name}}', { name: titleOf(issue) })}
      onPress={onPress}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      style={{
        position: 'absolute',
        top: 6,
        right: 6,
        width: 44,
        height: 44,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: 10,
        backgroundColor: colors.overlay,
        opacity: isFocused ? 1 : 0,
        // A finger means the row below.
        pointerEvents: isFocused ? 'auto' : 'none',
      }}
    >
      <Ellipsis size={iconSize(22)} color={colors.text2} />
    </Pressable>
  )
}

interface RowActionsSheetProps {
  issue: Issue | undefined
  onSelect: (issue: Issue) => void
  onClose: () => void
}

/** The actions of a row in a sheet. */
export function RowActionsSheet({ issue, onSelect, onClose }: RowActionsSheetProps) {
  return (
    <Sheet title={issue === undefined ? '' : issue.short_id} isOpen={issue !== undefined} onClose={onClose}>
      {issue !== undefined &&
        Object.entries(actionsOf(issue, onSelect)).map(([name, { label, icon, run }]) => (
          <Choice
            key={name}
            label={label}
            icon={icon}
            onPress={() => {
              onClose()
              run()
            }}
          />
        ))}
    </Sheet>
  )
}
