import { t } from '@bugle/presentation/i18n'
import { CameraView, useCameraPermissions } from 'expo-camera'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Camera } from '../../components/icons'
import { Txt } from '../../components/txt'

export const canScan = true

/** The camera, once it is allowed; without it the link is pasted. */
export function Scanner({ onText }: { onText: (text: string) => void }) {
  const [permission, ask] = useCameraPermissions()
  if (permission === null) return null
  if (!permission.granted)
    return permission.canAskAgain ? (
      <Button icon={Camera} label={t('Use the camera')} onPress={() => void ask()} />
    ) : (
      <Txt color="text2">
        {t('The camera is not allowed for this app. Allow it in the settings, or paste the link.')}
      </Txt>
    )
  return (
    <View style={{ aspectRatio: 1, borderRadius: 16, overflow: 'hidden' }}>
      <CameraView
        style={{ flex: 1 }}
        facing="back"
        barcodeScannerSettings={{ barcodeTypes: ['qr'] }}
        onBarcodeScanned={({ data }) => onText(data)}
      />
    </View>
  )
}
