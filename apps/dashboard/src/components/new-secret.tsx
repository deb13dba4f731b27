import { t } from '@bugle/presentation/i18n'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

/** A token that was just created, and is never shown again. */
export function NewSecret({ text, onSaved }: { text: string; onSaved: () => void }) {
  return (
    <div className="grid gap-3">
      <p className="font-semibold">{t('Save this token. It is shown only once.')}</p>
      <div className="flex items-center gap-2 rounded-control border border-ring bg-accent-wash py-1 pr-1 pl-3">
        <code className="grow font-mono text-12 break-all">{text}</code>
        <CopyButton text={text} label={t('Copy token')} withLabel />
      </div>
      <Button className="justify-self-start" onClick={onSaved}>
        {t("I've saved it")}
      </Button>
    </div>
  )
}
