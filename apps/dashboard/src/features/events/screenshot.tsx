import { t } from '@bugle/presentation/i18n'
import { Maximize2, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Section } from '../../components/section.tsx'

/** The screenshot as a thumbnail that opens in full size. */
export function Screenshot({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(true)
  const alt = t('The screen when the error occurred')
  return (
    <Section title={t('Screenshot')}>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t('Enlarge screenshot')}
        className="group relative justify-self-start overflow-hidden rounded-card border border-border"
      >
        <img src={url} alt={alt} loading="lazy" className="block max-h-72 max-w-40" />
        <span className="absolute right-1 bottom-1 grid size-7 place-items-center rounded-control bg-overlay text-text-2">
          <ZoomIn size={16} aria-hidden />
        </span>
      </button>
      {isOpen && (
        <Dialog title={t('Screenshot')} size="screen" onClose={() => setOpen(false)}>
          <Button className="justify-self-start" onClick={() => setWhole(!isWhole)}>
            <Maximize2 size={14} aria-hidden />
            {isWhole ? t('Actual size') : t('Fit to window')}
          </Button>
          <div className="overflow-auto">
            {/* Never upscaled. */}
            <img src={url} alt={alt} className={isWhole ? 'max-h-[calc(100dvh-10rem)] max-w-full' : 'max-w-none'} />
          </div>
        </Dialog>
      )}
    </Section>
  )
}
