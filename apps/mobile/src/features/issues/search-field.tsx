import { t } from '@bugle/presentation/i18n'
import { suggestionsOf } from '@bugle/presentation/search-terms'
import { termAt, withTerm } from '@bugle/presentation/term-at'
import { limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Pressable, ScrollView, TextInput, View } from 'react-native'
import { IconButton } from '../../components/button'
import { Search, X } from '../../components/icons'
import { iconSize, isTextLarge, Txt } from '../../components/txt'
import { fontScale } from '../../lib/font-scale'
import { useColors } from '../../theme'
import { sans } from '../../theme/fonts'
import { keysQuery, valuesQuery } from './queries'

interface SearchFieldProps {
  projectId: string | undefined
  value: string
  onChange: (text: string) => void
}

/** The search, with what may follow at the caret in a line below, within reach of the thumb. */
export function SearchField({ projectId, value, onChange }: SearchFieldProps) {
  const colors = useColors()
  const input = useRef<TextInput>(null)
  const [isFocused, setIsFocused] = useState(false)
  const [caret, setCaret] = useState(value.length)
  const typed = termAt(value, Math.min(caret, value.length))
  const { key, part } = typed
  const canAsk = isFocused && projectId !== undefined && part.length <= limits.shortText
  const keys = useQuery({ ...keysQuery(projectId ?? '', part), enabled: canAsk && key === undefined && part !== '' })
  const values = useQuery({
    ...valuesQuery(projectId ?? '', key ?? '', part),
    enabled: canAsk && key !== undefined && key !== '' && key.length <= limits.shortText,
  })
  const found = projectId === undefined ? undefined : { keys: keys.data, values: values.data }
  const suggestions = isFocused ? suggestionsOf(typed, found) : []
  const take = (term: string) => {
    const next = withTerm(value, typed, term)
    onChange(next.text)
    setCaret(next.caret)
    input.current?.focus()
  }
  return (
    <View style={{ paddingHorizontal: 12, paddingBottom: 4, gap: 6 }}>
      <View
        style={{
          flexDirection: 'row',
          alignItems: 'center',
          minHeight: 44,
          borderRadius: 12,
          paddingLeft: 12,
          gap: 8,
          borderWidth: 1,
          borderColor: isFocused ? colors.ring : 'transparent',
          backgroundColor: colors.pressed,
        }}
      >
        <View>
          <Search size={iconSize(18)} color={colors.text3} />
        </View>
        <TextInput
          ref={input}
          role="searchbox"
          aria-label={t('Search issues')}
          placeholder={isTextLarge() ? t('Search') : t('Search, such as level:fatal')}
          placeholderTextColor={colors.text3}
          value={value}
          onChangeText={(text) => {
            // Typed, or put in by a password manager or a voice: the caret is at the end of what is new.
            setCaret(caret + text.length - value.length)
            onChange(text)
          }}
          onSelectionChange={({ nativeEvent }) => setCaret(nativeEvent.selection.end)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          maxLength={limits.queryCharacters}
          autoCapitalize="none"
          autoCorrect={false}
          inputMode="search"
          returnKeyType="search"
          style={[
            {
              flex: 1,
              minWidth: 0,
              minHeight: 42 * Math.min(fontScale, 1.4),
              fontSize: 16 * fontScale,
              color: colors.text,
              outlineWidth: 0,
            },
            sans(400),
          ]}
        />
        {value !== '' && <IconButton label={t('Clear search')} icon={X} color="text3" onPress={() => onChange('')} />}
      </View>
      {suggestions.length > 0 && (
        <ScrollView
          horizontal
          showsHorizontalScrollIndicator={false}
          keyboardShouldPersistTaps="always"
          contentContainerStyle={{ gap: 8 }}
          aria-label={t('Suggestions')}
        >
          {suggestions.map(({ term, aside }) => (
            <Pressable
              key={term}
              role="button"
              aria-label={aside === undefined ? term : `${term}, ${aside}`}
              // The field keeps the focus, and with it the keyboard.
              {...{ onMouseDown: (event: { preventDefault(): void }) => event.preventDefault() }}
              onPress={() => take(term)}
              style={{
                minHeight: 44,
                justifyContent: 'center',
                paddingHorizontal: 12,
                borderRadius: 10,
                borderWidth: 1,
                borderColor: colors.border,
                backgroundColor: colors.surface,
              }}
            >
              <Txt kind="mono">{term}</Txt>
              {aside !== undefined && (
                <Txt kind="small" color="text3">
                  {aside}
                </Txt>
              )}
            </Pressable>
          ))}
        </ScrollView>
      )}
    </View>
  )
}
