import { Pressable, View } from 'react-native'
import { useColors } from '../theme'
import type { LucideIcon } from './icons'
import { iconSize, Txt } from './txt'

interface ToggleProps {
  label: string
  detail?: string
  icon?: LucideIcon
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** A row that is on or off. */
export function Toggle({ label, detail, icon: Icon, isOn, isDisabled = false, onChange }: ToggleProps) {
  const colors = useColors()
  return (
    <Pressable
      role="switch"
      aria-checked={isOn}
      aria-disabled={isDisabled}
      aria-label={detail === undefined ? label : `${label}, ${detail}`}
      disabled={isDisabled}
      onPress={() => onChange(!isOn)}
      style={({ pressed }) => ({
        minHeight: 50,
        flexDirection: 'row',
        alignItems: 'center',
        gap: 12,
        paddingHorizontal: 16,
        paddingVertical: 10,
        opacity: isDisabled ? 0.55 : 1,
        backgroundColor: pressed ? colors.pressed : 'transparent',
      })}
    >
      {Icon !== undefined && <Icon size={iconSize(20)} color={colors.text2} />}
      <View style={{ flex: 1, gap: 1 }}>
        <Txt>{label}</Txt>
        {detail !== undefined && (
          <Txt kind="meta" color="text3">
            {detail}
          </Txt>
        )}
      </View>
      <View
        aria-hidden
        style={{
          width: 46,
          height: 28,
          padding: 2,
          borderRadius: 14,
          borderWidth: 1,
          borderColor: isOn ? colors.ring : colors.borderStrong,
          backgroundColor: isOn ? colors.ring : colors.sunken,
          alignItems: isOn ? 'flex-end' : 'flex-start',
        }}
      >
        <View
          style={{ width: 22, height: 22, borderRadius: 11, backgroundColor: isOn ? colors.surface : colors.text3 }}
        />
      </View>
    </Pressable>
  )
}
