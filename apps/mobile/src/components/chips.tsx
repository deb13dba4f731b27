import { useRef } from 'react'
import { type LayoutChangeEvent, Pressable, ScrollView, View } from 'react-native'
import { useColors } from '../theme'
import { isTextLarge, Txt } from './txt'

interface ChipsProps<Value extends string> {
  label: string
  choices: { value: Value; label: string; count?: string }[]
  value: Value
  onChange: (next: Value) => void
  /** As many lines as the choices need, where there is nothing below to make room for. */
  isInForm?: boolean
}

/** One choice of a few, in a line that scrolls sideways; in a form, in as many lines as they need. */
export function Chips<Value extends string>({ label, choices, value, onChange, isInForm = false }: ChipsProps<Value>) {
  const colors = useColors()
  const line = useRef<ScrollView>(null)
  const chips = choices.map((choice) => (
    <Chip
      key={choice.value}
      {...choice}
      isChosen={choice.value === value}
      // The chosen one is in view, with a part of the one before it.
      onPlace={(x) => line.current?.scrollTo({ x: Math.max(0, x - 60), animated: false })}
      onPress={() => onChange(choice.value)}
    />
  ))
  const group = { role: 'radiogroup', 'aria-label': label } as const
  if (isInForm)
    return (
      <View {...group} style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 8, rowGap: isTextLarge() ? 8 : 0 }}>
        {chips}
      </View>
    )
  return (
    <ScrollView
      ref={line}
      {...group}
      horizontal
      showsHorizontalScrollIndicator={false}
      style={{ flexGrow: 0, borderBottomWidth: 1, borderColor: colors.border }}
      contentContainerStyle={{ paddingHorizontal: 12, paddingVertical: 6, gap: 8 }}
    >
      {chips}
    </ScrollView>
  )
}

interface ChipProps {
  label: string
  count?: string
  isChosen: boolean
  onPlace: (x: number) => void
  onPress: () => void
}

function Chip({ label, count, isChosen, onPlace, onPress }: ChipProps) {
  const colors = useColors()
  return (
    <Pressable
      role="radio"
      aria-checked={isChosen}
      aria-label={count === undefined ? label : `${label}, ${count}`}
      onPress={onPress}
      {...(isChosen ? { onLayout: ({ nativeEvent }: LayoutChangeEvent) => onPlace(nativeEvent.layout.x) } : {})}
      style={{ minHeight: 44, justifyContent: 'center' }}
    >
      <Txt
        kind="label"
        color={isChosen ? 'text' : 'text2'}
        style={{
          paddingHorizontal: 12,
          paddingVertical: 5,
          borderRadius: 16,
          borderWidth: 1,
          overflow: 'hidden',
          borderColor: isChosen ? colors.ring : colors.border,
          backgroundColor: isChosen ? colors.accentWash : colors.surface,
        }}
      >
        {label}
        {count !== undefined && (
          <Txt kind="label" color="text3">
            {' '}
            {count}
          </Txt>
        )}
      </Txt>
    </Pressable>
  )
}
