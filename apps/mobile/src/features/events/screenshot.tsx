import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Image, type ImageLoadEvent, Platform, View } from 'react-native'
import { Button } from '../../components/button'
import { ImageIcon } from '../../components/icons'
import { useImageSource } from '../../lib/image-source'
import { useColors } from '../../theme'

/** The screenshot of an event, which may show personal data: nothing is loaded before a tap. */
export function Screenshot({ path }: { path: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <View style={{ padding: 16 }}>
      {isShown ? (
        <ShownScreenshot path={path} />
      ) : (
        <Button icon={ImageIcon} label={t('Show the screenshot')} onPress={() => setIsShown(true)} />
      )}
    </View>
  )
}

function ShownScreenshot({ path }: { path: string }) {
  const colors = useColors()
  const source = useImageSource(path)
  const [ratio, setRatio] = useState(9 / 16)
  const size = { width: '100%', maxWidth: 360, alignSelf: 'center', aspectRatio: ratio } as const
  if (source === undefined) return <View style={size} />
  return (
    <Image
      source={source}
      accessibilityLabel={t('Screenshot')}
      resizeMode="contain"
      onLoad={({ nativeEvent }) => {
        const { width, height } = sizeOf(nativeEvent)
        if (width > 0 && height > 0) setRatio(width / height)
      }}
      style={[size, { borderRadius: 10, borderWidth: 1, borderColor: colors.border }]}
    />
  )
}

/** The size of a loaded image; in a browser, the event is that of an element. */
function sizeOf(event: ImageLoadEvent['nativeEvent']): { width: number; height: number } {
  if (Platform.OS !== 'web') return event.source
  const { naturalWidth, naturalHeight } = (event as unknown as { target: HTMLImageElement }).target
  return { width: naturalWidth, height: naturalHeight }
}
