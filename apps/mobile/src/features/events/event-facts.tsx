import type { Schemas } from '@bugle/api-client'
import { factsOf } from '@bugle/presentation/event-facts'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { Section } from '../../components/section'
import { isTextLarge, Txt } from '../../components/txt'
import { useColors } from '../../theme'

/** Facts of an event beside its stack. */
export function EventFacts({ event }: { event: Schemas['EventView'] }) {
  return (
    <Section title={t('This event')}>
      <Facts facts={factsOf(event)} />
    </Section>
  )
}

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  const colors = useColors()
  return facts.map(([name, value], index) => (
    <View
      key={name}
      style={{
        flexDirection: isTextLarge() ? 'column' : 'row',
        gap: isTextLarge() ? 2 : 12,
        paddingHorizontal: 16,
        paddingVertical: 9,
        borderTopWidth: index === 0 ? 0 : 1,
        borderColor: colors.border,
      }}
    >
      <Txt kind="meta" color="text3" style={isTextLarge() ? {} : { width: 116 }}>
        {name}
      </Txt>
      <Txt kind="mono" style={isTextLarge() ? {} : { flex: 1, lineHeight: 18 }} selectable>
        {oneLine(value)}
      </Txt>
    </View>
  ))
}
