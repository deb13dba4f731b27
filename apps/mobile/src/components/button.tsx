import type { LucideIcon } from 'lucide-react-native'
import type { ReactNode } from 'react'
import { ActivityIndicator, Pressable, type StyleProp, View, type ViewStyle } from 'react-native'
import { type Color, useColors } from '../theme'
import { iconSize, isTextLarge, Txt } from './txt'

interface ButtonProps {
  label: string
  onPress: () => void
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  icon?: LucideIcon
  isBusy?: boolean
  isDisabled?: boolean
  style?: StyleProp<ViewStyle>
}

const inks: Record<NonNullable<ButtonProps['kind']>, Color> = {
  main: 'onAccent',
  plain: 'text',
  quiet: 'accentInk',
  danger: 'errorInk',
}

export function Button({ label, onPress, kind = 'plain', icon: Icon, isBusy, isDisabled, style }: ButtonProps) {
  const colors = useColors()
  const isOff = isBusy === true || isDisabled === true
  const fill = { main: colors.accent, plain: colors.surface, quiet: 'transparent', danger: colors.errorWash }[kind]
  const pressed = { main: colors.accentHover, plain: colors.pressed, quiet: colors.pressed, danger: colors.pressed }[
    kind
  ]
  return (
    <Pressable
      role="button"
      aria-label={label}
      aria-disabled={isOff}
      aria-busy={isBusy === true}
      disabled={isOff}
      onPress={onPress}
      style={({ pressed: isDown }) => [
        {
          minHeight: 46,
          maxWidth: '100%',
          paddingHorizontal: 16,
          paddingVertical: 10,
          borderRadius: 10,
          flexDirection: 'row',
          alignItems: 'center',
          justifyContent: 'center',
          gap: 8,
          backgroundColor: isDown ? pressed : fill,
          borderWidth: kind === 'plain' ? 1 : 0,
          borderColor: colors.border,
          opacity: isOff ? 0.55 : 1,
        },
        style,
      ]}
    >
      {isBusy === true ? (
        <ActivityIndicator size="small" color={colors[inks[kind]]} />
      ) : (
        Icon !== undefined && <Icon size={iconSize(18)} color={colors[inks[kind]]} />
      )}
      <Txt
        kind={kind === 'main' ? 'strong' : 'label'}
        color={inks[kind]}
        style={{ flexShrink: 1, textAlign: 'center' }}
      >
        {label}
      </Txt>
    </Pressable>
  )
}

/** Grows a button of a row to its share of the line. */
export const growing = { flexGrow: 1 } as const

/** Buttons side by side; below each other where their labels need the room, as large text does. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: 8 }}>{children}</View>
}

interface IconButtonProps {
  label: string
  icon: LucideIcon
  onPress: () => void
  color?: Color
  isDisabled?: boolean
  /** How much the button stands for; the label says it too. */
  count?: number
}

/** An icon with a target of 44 × 44. */
export function IconButton({
  label,
  icon: Icon,
  onPress,
  color = 'text2',
  isDisabled = false,
  count,
}: IconButtonProps) {
  const colors = useColors()
  return (
    <Pressable
      role="button"
      aria-label={label}
      aria-disabled={isDisabled}
      disabled={isDisabled}
      onPress={onPress}
      style={({ pressed }) => ({
        width: 44,
        height: 44,
        borderRadius: 10,
        alignItems: 'center',
        justifyContent: 'center',
        opacity: isDisabled ? 0.35 : 1,
        backgroundColor: pressed ? colors.pressed : 'transparent',
      })}
    >
      <Icon size={iconSize(22)} color={colors[count === undefined ? color : 'accentInk']} />
      {count !== undefined && (
        <View
          aria-hidden
          style={{
            position: 'absolute',
            top: 4,
            right: 4,
            minWidth: 16,
            minHeight: 16,
            paddingHorizontal: 4,
            borderRadius: 16,
            alignItems: 'center',
            justifyContent: 'center',
            backgroundColor: colors.accent,
          }}
        >
          <Txt kind="small" color="onAccent" style={{ fontSize: 11, lineHeight: 14 }}>
            {count}
          </Txt>
        </View>
      )}
    </Pressable>
  )
}

interface ToolButtonProps {
  label: string
  /** Read by screen readers, where the label is shorter. */
  name?: string
  icon: LucideIcon
  color?: Color
  onPress: () => void
}

/** An icon above its word, one of a few that share the width of a bar. */
export function ToolButton({ label, name = label, icon: Icon, color = 'text2', onPress }: ToolButtonProps) {
  const colors = useColors()
  return (
    <Pressable
      role="button"
      aria-label={name}
      onPress={onPress}
      style={({ pressed }) => ({
        flexGrow: 1,
        flexBasis: isTextLarge() ? 150 : 72,
        minHeight: 48,
        gap: 2,
        paddingVertical: 4,
        borderRadius: 10,
        alignItems: 'center',
        justifyContent: 'center',
        backgroundColor: pressed ? colors.pressed : 'transparent',
      })}
    >
      <Icon size={iconSize(20)} color={colors[color]} />
      <Txt kind="small" color={color} style={{ textAlign: 'center' }}>
        {label}
      </Txt>
    </Pressable>
  )
}
