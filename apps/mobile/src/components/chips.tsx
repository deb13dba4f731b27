import { Pressable, ScrollView } from 'react-native'
import { useColors } from '../theme'
import { Txt } from './txt'

interface ChipsProps<Value extends string> {
  label: string
  choices: { value: Value; label: string; count?: string }[]
  value: Value
  onChange: (next: Value) => void
  /** Without the line that parts it from a list below. */
  isInForm?: boolean
}

/** One choice of a few, in a line that scrolls sideways. */
export function Chips<Value extends string>({ label, choices, value, onChange, isInForm = false }: ChipsProps<Value>) {
  const colors = useColors()
  return (
    <ScrollView
      horizontal
      showsHorizontalScrollIndicator={false}
      style={{ flexGrow: 0, borderBottomWidth: isInForm ? 0 : 1, borderColor: colors.border }}
      contentContainerStyle={{ paddingHorizontal: 12, paddingVertical: 6, gap: 8 }}
      role="radiogroup"
      aria-label={label}
    >
      {choices.map((choice) => {
        const isChosen = choice.value === value
        return (
          <Pressable
            key={choice.value}
            role="radio"
            aria-checked={isChosen}
            aria-label={choice.count === undefined ? choice.label : `${choice.label}, ${choice.count}`}
            onPress={() => onChange(choice.value)}
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
              {choice.label}
              {choice.count !== undefined && (
                <Txt kind="label" color="text3">
                  {' '}
                  {choice.count}
                </Txt>
              )}
            </Txt>
          </Pressable>
        )
      })}
    </ScrollView>
  )
}
