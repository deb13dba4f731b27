import type { ReactNode } from 'react'
import { View } from 'react-native'
import { Horn } from '../../components/brand'
import { Screen } from '../../components/screen'
import { Txt } from '../../components/txt'

export function AuthScreen({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Screen maxWidth={420}>
      <View style={{ flex: 1, justifyContent: 'center', gap: 24, paddingVertical: 24 }}>
        <View style={{ gap: 16 }}>
          <Horn size={48} />
          <View style={{ gap: 4 }}>
            <Txt kind="display" role="heading" aria-level={1}>
              {title}
            </Txt>
            {text !== undefined && <Txt color="text2">{text}</Txt>}
          </View>
        </View>
        {children}
      </View>
    </Screen>
  )
}
