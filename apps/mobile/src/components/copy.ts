import { t } from '@bugle/presentation/i18n'
import { setStringAsync } from 'expo-clipboard'
import { Platform, Share } from 'react-native'
import { showToast } from './toasts'

/** Copies a text and says so. */
export async function copy(text: string, said: string = t('Copied')): Promise<void> {
  await setStringAsync(text)
  showToast({ text: said })
}

/** Hands a text to another app by the phone's share sheet. */
export async function share(text: string): Promise<void> {
  try {
    await Share.share({ message: text })
  } catch {
    // Closed without a choice, which is no failure; a browser without a share sheet copies instead.
    if (Platform.OS === 'web' && !('share' in navigator)) await copy(text)
  }
}
