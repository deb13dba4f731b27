import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Download, File } from 'lucide-react'
import { Count, Section } from '../../components/section.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { fileSize } from '../../lib/file-size.ts'
import { indexed } from '../../lib/indexed.ts'
import type { EventView } from './queries.ts'

type Attachment = EventView['attachments'][number]

/** Files that came with an event: images are shown, anything else is a download. */
export function Attachments({ attachments }: { attachments: Attachment[] }) {
  if (attachments.length === 0) return null
  const images = attachments.filter((file) => file.is_image)
  const others = attachments.filter((file) => !file.is_image)
  return (
    <Section
      title={
        <>
          {t('Attachments')} <Count>{attachments.length}</Count>
        </>
      }
    >
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {indexed(images).map(({ index, item: { url, name } }) => (
            <li key={index}>
              <a
                href={withBasePath(url)}
                target="_blank"
                rel="noreferrer"
                className="block overflow-hidden rounded-card border border-border"
                title={oneLine(name)}
              >
                <img src={withBasePath(url)} alt={oneLine(name)} loading="lazy" className="block max-h-72 max-w-60" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="rounded-card border border-border bg-surface">
          {indexed(others).map(({ index, item: { url, name, bytes } }) => (
            <li key={index} className="border-b border-border last:border-b-0">
              <a
                href={withBasePath(url)}
                download
                className="flex min-h-8 items-center gap-2 px-3 hover:bg-sunken focus-visible:-outline-offset-2 coarse:min-h-11"
              >
                <File size={14} aria-hidden className="shrink-0 text-text-3" />
                <span className="from-event min-w-0 grow truncate font-mono text-12" dir="auto">
                  {oneLine(name)}
                </span>
                <span className="whitespace-nowrap text-12 text-text-3 tabular-nums">{fileSize(bytes)}</span>
                <Download size={14} aria-hidden className="shrink-0 text-text-3" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
