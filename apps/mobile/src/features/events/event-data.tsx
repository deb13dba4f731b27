import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { ScrollView } from 'react-native'
import { Button } from '../../components/button'
import { Section } from '../../components/section'
import { lines, Txt } from '../../components/txt'

/** Data as the program sent it, folded. */
export function EventData({ title, data }: { title: string; data: Record<string, unknown> }) {
  const [isOpen, setIsOpen] = useState(false)
  if (Object.keys(data).length === 0) return null
  const text = JSON.stringify(data, null, 2)
  return (
    <Section
      title={title}
      right={
        <Button
          kind="quiet"
          label={isOpen ? t('Hide') : t('Show')}
          onPress={() => setIsOpen(!isOpen)}
          style={{ minHeight: 44 }}
        />
      }
    >
      {isOpen ? (
        <ScrollView horizontal contentContainerStyle={{ padding: 16 }}>
          <Txt kind="mono" selectable>
            {text.slice(0, 20_000)}
          </Txt>
        </ScrollView>
      ) : (
        <Txt kind="meta" color="text3" numberOfLines={lines(1)} style={{ padding: 12, paddingHorizontal: 16 }}>
          {Object.keys(data).join(', ')}
        </Txt>
      )}
    </Section>
  )
}
