import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Image, type ImageLoadEvent, Platform, View } from 'react-native'
import { Button } from '../../components/button'
import { ImageIcon } from '../../components/icons'
import { sessionHeaders, useSession } from '../../lib/session'
import { useColors } from '../../theme'

/** The screenshot of an event, which may show personal data: nothing is loaded before a tap. */
export function Screenshot({ path }: { path: string }) {
  const colors = useColors()
  const { server } = useSession()
  const [isShown, setIsShown] = useState(false)
  const [ratio, setRatio] = useState(9 / 16)
  return (
    <View style={{ padding: 16 }}>
      {isShown ? (
        <Image
          source={{ uri: `${server}${path}`, headers: sessionHeaders() }}
          accessibilityLabel={t('Screenshot')}
          resizeMode="contain"
          onLoad={({ nativeEvent }) => {
            const { width, height } = sizeOf(nativeEvent)
            if (width > 0 && height > 0) setRatio(width / height)
          }}
          style={{
            width: '100%',
            maxWidth: 360,
            alignSelf: 'center',
            aspectRatio: ratio,
            borderRadius: 10,
            borderWidth: 1,
            borderColor: colors.border,
          }}
        />
      ) : (
        <Button icon={ImageIcon} label={t('Show the screenshot')} onPress={() => setIsShown(true)} />
      )}
    </View>
  )
}

/** The size of a loaded image; in a browser, the event is that of an element. */
function sizeOf(event: ImageLoadEvent['nativeEvent']): { width: number; height: number } {
  if (Platform.OS !== 'web') return event.source
  const { naturalWidth, naturalHeight } = (event as unknown as { target: HTMLImageElement }).target
  return { width: naturalWidth, height: naturalHeight }
}
