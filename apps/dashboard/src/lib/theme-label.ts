import { t } from '@bugle/presentation/i18n'
import type { Theme } from './theme.ts'

export function themeLabel(theme: Theme): string {
  return { system: t('System'), light: t('Light'), dark: t('Dark') }[theme]
}
