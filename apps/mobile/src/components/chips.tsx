import { useRef } from 'react'
import { type LayoutChangeEvent, type LayoutRectangle, Pressable, ScrollView, View } from 'react-native'
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
  const width = useRef(0)
  const chosen = useRef<LayoutRectangle>(undefined)
  // The chosen one is in view; where that takes scrolling, with a part of the one before it.
  const show = () => {
    if (width.current === 0 || chosen.current === undefined) return
    const { x, width: own } = chosen.current
    line.current?.scrollTo({ x: x + own > width.current ? x - 60 : 0, animated: false })
  }
  const chips = choices.map((choice) => (
    <Chip
      key={choice.value}
      {...choice}
      isChosen={choice.value === value}
      onLayout={(layout) => {
        chosen.current = layout
        show()
      }}
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
      onLayout={({ nativeEvent }) => {
        width.current = nativeEvent.layout.width
        show()
      }}
      style={{ flexGrow: 0, flexShrink: 0, borderBottomWidth: 1, borderColor: colors.border }}
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
  /** Called with the place of the chosen one. */
  onLayout: (layout: LayoutRectangle) => void
  onPress: () => void
}

function Chip({ label, count, isChosen, onLayout, onPress }: ChipProps) {
  const colors = useColors()
  return (
    <Pressable
      role="radio"
      aria-checked={isChosen}
      aria-label={count === undefined ? label : `${label}, ${count}`}
      onPress={onPress}
      {...(isChosen ? { onLayout: ({ nativeEvent }: LayoutChangeEvent) => onLayout(nativeEvent.layout) } : {})}
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
