import { labels } from '@bugle/presentation/labels/de'
import { labels as ofMobile } from '@bugle/presentation/labels/de-mobile'

export const german = { ...labels, ...ofMobile }
