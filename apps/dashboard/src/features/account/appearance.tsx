import { formatDateTime, timeZone } from '@bugle/presentation/format'
import { type Language, language, languages, t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Segments } from '../../components/segments.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { recall, remember } from '../../lib/preferences.ts'
import { chooseTheme, chosenTheme, type Theme } from '../../lib/theme.ts'

/** Preferences of this browser. */
export function Appearance() {
  const [theme, setTheme] = useState(chosenTheme)
  const [density, setDensity] = useState(recall('bugle-density') === 'compact' ? 'compact' : 'roomy')
  const [keys, setKeys] = useState(recall('bugle-keys') === 'off' ? 'off' : 'on')
  const chooseDensity = (next: string) => {
    setDensity(next)
    remember('bugle-density', next === 'compact' ? next : undefined)
    if (next === 'compact') document.documentElement.dataset.density = next
    else delete document.documentElement.dataset.density
  }
  const chooseLanguage = (next: Language) => {
    remember('bugle-language', next)
    // A page keeps its language until it is reloaded.
    window.location.reload()
  }
  const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2'
  return (
    <Panel title={t('Appearance')} hint={t('Applies to this browser only.')}>
      <div className={row}>
        <span className="font-medium">{t('Theme')}</span>
        <Segments
          label={t('Theme')}
          value={theme}
          options={[
            { value: 'system', label: t('System') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          onChange={(next: Theme) => {
            setTheme(next)
            chooseTheme(next)
          }}
        />
      </div>
      <div className={row}>
        <span className="font-medium">{t('Density')}</span>
        <Segments
          label={t('Density')}
          value={density}
          options={[
            { value: 'roomy', label: t('Comfortable (two lines)') },
            { value: 'compact', label: t('Compact (one line)') },
          ]}
          onChange={chooseDensity}
        />
      </div>
      <div className={row}>
        <span className="font-medium">{t('Language')}</span>
        <Segments
          label={t('Language')}
          value={language()}
          options={(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }))}
          onChange={chooseLanguage}
        />
      </div>
      <div className={row}>
        <span className="font-medium">{t('Keyboard shortcuts')}</span>
        <Segments
          label={t('Keyboard shortcuts')}
          value={keys}
          options={[
            { value: 'on', label: t('On') },
            { value: 'off', label: t('Off') },
          ]}
          onChange={(next) => {
            setKeys(next)
            remember('bugle-keys', next === 'off' ? 'off' : undefined)
          }}
        />
      </div>
      <p className="text-12 text-text-3">
        {t('Times are shown in {{zone}}, for example {{example}}.', {
          zone: timeZone(),
          example: formatDateTime(new Date().toISOString()),
        })}
      </p>
    </Panel>
  )
}
