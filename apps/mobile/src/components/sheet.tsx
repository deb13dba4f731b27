import { t } from '@bugle/presentation/i18n'
import type { LucideIcon } from 'lucide-react-native'
import type { ReactNode } from 'react'
import { Modal, Pressable, ScrollView, View } from 'react-native'
import { useSafeAreaInsets } from 'react-native-safe-area-context'
import { type Color, useColors } from '../theme'
import { Check } from './icons'
import { iconSize, Txt } from './txt'

interface SheetProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A panel from the bottom edge, within reach of the thumb. */
export function Sheet({ title, isOpen, onClose, children }: SheetProps) {
  const colors = useColors()
  const insets = useSafeAreaInsets()
  return (
    <Modal visible={isOpen} transparent animationType="fade" aria-label={title} onRequestClose={onClose}>
      <View style={{ flex: 1, justifyContent: 'flex-end', alignItems: 'center' }}>
        <Pressable
          aria-label={t('Close')}
          role="button"
          onPress={onClose}
          style={{ position: 'absolute', inset: 0, backgroundColor: 'rgba(0,0,0,.4)' }}
        />
        <View
          style={{
            width: '100%',
            maxWidth: 520,
            maxHeight: '85%',
            backgroundColor: colors.overlay,
            borderTopLeftRadius: 18,
            borderTopRightRadius: 18,
            paddingTop: 8,
            paddingBottom: insets.bottom + 12,
          }}
        >
          <View
            style={{
              alignSelf: 'center',
              width: 36,
              height: 4,
              borderRadius: 2,
              backgroundColor: colors.border,
              marginBottom: 8,
            }}
          />
          <Txt kind="section" role="heading" aria-level={2} style={{ paddingHorizontal: 20, paddingVertical: 8 }}>
            {title}
          </Txt>
          <ScrollView keyboardShouldPersistTaps="handled">{children}</ScrollView>
        </View>
      </View>
    </Modal>
  )
}

interface ChoiceProps {
  label: string
  detail?: string
  icon?: LucideIcon
  color?: Color
  isChecked?: boolean
  onPress: () => void
}

/** A line of a sheet. */
export function Choice({ label, detail, icon: Icon, color = 'text', isChecked, onPress }: ChoiceProps) {
  const colors = useColors()
  return (
    <Pressable
      role="button"
      aria-label={label}
      {...(isChecked === undefined ? {} : { 'aria-pressed': isChecked })}
      onPress={onPress}
      style={({ pressed }) => ({
        minHeight: 50,
        paddingHorizontal: 20,
        paddingVertical: 10,
        flexDirection: 'row',
        alignItems: 'center',
        gap: 14,
        backgroundColor: pressed ? colors.pressed : isChecked === true ? colors.accentWash : 'transparent',
      })}
    >
      {Icon !== undefined && <Icon size={iconSize(20)} color={colors[color === 'text' ? 'text2' : color]} />}
      <View style={{ flex: 1 }}>
        <Txt color={color}>{label}</Txt>
        {detail !== undefined && (
          <Txt kind="meta" color="text3">
            {detail}
          </Txt>
        )}
      </View>
      {isChecked === true && <Check size={iconSize(20)} color={colors.ring} />}
    </Pressable>
  )
}
