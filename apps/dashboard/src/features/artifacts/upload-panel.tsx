import { cutMiddle, formatPercent } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { CircleAlert, CircleCheck, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { fileSize } from '../../lib/file-size.ts'
import { chosenFiles, droppedFiles, type PathFile } from './dropped-files.ts'
import { type UploadItem, useUpload } from './use-upload.ts'

/** Uploads source maps from this browser; the command line and the bundlers' plugins do it in every build. */
export function UploadPanel({ projectId, release }: { projectId: string; release: string }) {
  const { items, isBusy, upload } = useUpload(projectId)
  const form = useRef<HTMLFormElement>(null)
  const [hasNone, setNone] = useState(false)
  const take = (files: PathFile[]) => {
    setNone(files.length === 0)
    if (files.length === 0 || isBusy) return
    const data = new FormData(form.current!)
    const field = (name: string) => String(data.get(name)).trim()
    void upload(files, { release: field('release'), dist: field('dist'), prefix: field('prefix') })
  }
  return (
    <Panel
      title={t('Upload')}
      hint={t('For a first try, or a map that a build has missed. Older events become readable too.')}
    >
      <form ref={form} onSubmit={(event) => event.preventDefault()} className="grid gap-4">
        <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
          <Field
            label={t('Release')}
            name="release"
            maxLength={200}
            defaultValue={release}
            spellCheck={false}
            hint={t('As your events name it. Not needed with debug IDs.')}
          />
          <Field label={t('Dist')} name="dist" maxLength={200} spellCheck={false} hint={t('Usually empty.')} />
        </div>
        <Field
          label={t('Address of the folder')}
          name="prefix"
          maxLength={1000}
          defaultValue="~/"
          spellCheck={false}
          hint={t('Where your site serves the files; ~ stands for any origin.')}
        />
        <DropZone isBusy={isBusy} onFiles={take} />
        {hasNone && (
          <p role="alert" className="text-error-ink">
            {t('No source map or script is among these files.')}
          </p>
        )}
        {items.length > 0 && <Progress items={items} isBusy={isBusy} />}
      </form>
    </Panel>
  )
}

function DropZone({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: PathFile[]) => void }) {
  const [isOver, setOver] = useState(false)
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const hint = useId()
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer.items).then(onFiles)
  }
  const input = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      onFiles(chosenFiles(currentTarget.files!))
      // Choosing the same files again is a change, too.
      currentTarget.value = ''
    },
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; its buttons do the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`grid justify-items-center gap-3 rounded-card border border-dashed p-6 text-center ${isOver ? 'border-ring bg-accent-wash' : 'border-border-strong'}`}
    >
      <Upload size={24} className="text-text-3" aria-hidden />
      <p id={hint} className="text-text-2">
        {t('Drop source maps here, or the folder that your bundler writes to.')}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabled={isBusy} aria-describedby={hint} onClick={() => files.current?.click()}>
          {t('Choose files')}
        </Button>
        <Button
          disabled={isBusy}
          className="phone:hidden"
          aria-describedby={hint}
          onClick={() => folder.current?.click()}
        >
          {t('Choose a folder')}
        </Button>
      </div>
      <input ref={files} {...input} aria-label={t('Choose files')} />
      {/* React does not know the attribute, so it is in lower case. */}
      <input ref={folder} {...input} {...{ webkitdirectory: '' }} aria-label={t('Choose a folder')} />
    </div>
  )
}

/** How far an upload is: one bar for all files, and what became of each. */
function Progress({ items, isBusy }: { items: UploadItem[]; isBusy: boolean }) {
  const total = items.reduce((sum, { bytes }) => sum + bytes, 0)
  const done = items.reduce((sum, { state, bytes, sent }) => sum + (isOver(state) ? bytes : sent), 0)
  const over = items.filter(({ state }) => isOver(state)).length
  const failed = items.filter(({ state }) => state === 'failed' || state === 'ignored').length
  const part = total === 0 ? 1 : done / total
  return (
    <div className="grid gap-2">
      <progress
        className="progress"
        aria-label={t('Upload')}
        value={part}
        max={1}
        aria-valuetext={formatPercent(Math.floor(part * 100) / 100)}
      />
      <p role="status" className="text-text-2 tabular-nums">
        {isBusy
          ? t('{{done}} of {{total}} files, {{size}}', { done: over, total: items.length, size: fileSize(total) })
          : failed === 0
            ? t('Uploaded {{count, number}} files', { count: items.length })
            : t('{{failed}} of {{total}} files were not uploaded', { failed, total: items.length })}
      </p>
      <ul className="max-h-64 overflow-y-auto rounded-card border border-border">
        {items.map((item) => (
          <UploadLine key={item.path} {...item} />
        ))}
      </ul>
    </div>
  )
}

function UploadLine({ path, bytes, state, reason }: UploadItem) {
  const isWrong = state === 'failed' || state === 'ignored'
  return (
    <li className="grid gap-0.5 border-b border-border px-3 py-1.5 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="from-event min-w-0 grow font-mono text-12" title={path}>
          {cutMiddle(path, 60)}
        </span>
        <span className="text-12 text-text-3 tabular-nums">{fileSize(bytes)}</span>
        <span className={`inline-flex items-center gap-1 text-12 ${isWrong ? 'text-error-ink' : 'text-text-2'}`}>
          {isWrong && <CircleAlert size={12} aria-hidden />}
          {(state === 'accepted' || state === 'duplicate') && (
            <CircleCheck size={12} aria-hidden className="text-ok-ink" />
          )}
          {stateLabel(state)}
        </span>
      </span>
      {reason !== undefined && <span className="from-event text-12 text-text-2">{reason}</span>}
    </li>
  )
}

function isOver(state: UploadItem['state']): boolean {
  return state !== 'waiting' && state !== 'sending'
}

function stateLabel(state: UploadItem['state']): string {
  return {
    waiting: t('Waiting'),
    sending: t('Being sent'),
    accepted: t('Uploaded'),
    duplicate: t('Already there'),
    ignored: t('Not usable'),
    failed: t('Not uploaded'),
  }[state]
}
