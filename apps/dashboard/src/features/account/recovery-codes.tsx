import { useStore } from '@bugle/client-state/react'
import { createStore } from '@bugle/client-state/store'
import { t } from '@bugle/presentation/i18n'
import { Download, Printer } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'

/**
 * New recovery codes, which the server shows once. They are kept outside the components until the user dismisses them,
 * so that a remount does not lose them.
 */
const shown = createStore<string[] | undefined>(undefined)
export const setNewCodes = shown.set

export function useNewCodes(): string[] | undefined {
  return useStore(shown)
}

/** Recovery codes to copy, download or print. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Bugle, ${window.location.host}\n\n${text}`)}`
  return (
    <section
      aria-label={t('Recovery codes')}
      className="print-alone grid gap-3 rounded-card border border-ring bg-accent-wash p-4"
    >
      <p className="font-semibold">{t('Save these codes. They are shown only once.')}</p>
      <p className="text-text-2">{t('Each signs you in once without your phone.')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono phone:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={text} label={t('Copy recovery codes')} withLabel />
        <a
          href={file}
          download="bugle-recovery-codes.txt"
          className="inline-flex min-h-8 items-center gap-2 rounded-control px-3 hover:bg-pressed coarse:min-h-11"
        >
          <Download size={16} aria-hidden />
          {t('Download')}
        </a>
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          {t('Print')}
        </Button>
        <Button className="ml-auto" onClick={() => setNewCodes(undefined)}>
          {t("I've saved them")}
        </Button>
      </div>
    </section>
  )
}
