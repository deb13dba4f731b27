import {
  type ExceptionChain,
  type ExceptionLink,
  exceptionLines,
  exceptionTree,
  relationText,
} from '@bugle/presentation/exception-tree'
import { foldFrames } from '@bugle/presentation/fold-frames'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { countMinified, placeReasons } from '@bugle/presentation/reasons'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MapPinOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Segments } from '../../components/segments.tsx'
import { indexed } from '../../lib/indexed.ts'
import { asSent, type FrameForm, hasOriginals, withOriginals } from '../../lib/originals.ts'
import { recall, remember } from '../../lib/preferences.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { CopyStackMenu } from './copy-stack-menu.tsx'
import { FoldedRun, type FrameContext, FrameLine, locationOf } from './frame-line.tsx'
import type { EventView, Exception } from './queries.ts'
import { SharedReasons } from './reason-note.tsx'
import { useOpenFrames } from './use-open-frames.ts'

const modes = ['Yours', 'All', 'Raw'] as const
type Mode = (typeof modes)[number]

interface StackProps {
  event: EventView
  markdown: () => string
  /** Shares the line of the controls. */
  bar?: ReactNode
}

/**
 * The exceptions of an event, outermost first, each with its frames: the originals of generated code, where they are
 * known. The mode is remembered.
 */
export function Stack({ event: received, markdown, bar }: StackProps) {
  const [form, setForm] = useState<FrameForm>('original')
  const event = form === 'original' ? withOriginals(received) : asSent(received)
  const { exceptions } = event
  const id = useId()
  const [mode, setMode] = useState<Mode>(() => modes.find((name) => name === recall('bugle-stack')) ?? 'Yours')
  const choose = (next: Mode) => {
    setMode(next)
    remember('bugle-stack', next)
  }
  const hasForms = mode !== 'Raw' && hasOriginals(received)
  useKeys({
    v: () => choose(modes[(modes.indexOf(mode) + 1) % modes.length]!),
    o: () => hasForms && setForm(form === 'original' ? 'minified' : 'original'),
  })
  const reasons = placeReasons(received)
  const tree = exceptionTree(exceptions)
  const opened =
    exceptionLines(tree).find(({ exception }) => exception.frames.some((frame) => frame.in_app))?.index ?? 0
  const openFrames = useOpenFrames(exceptions, opened)
  const hasFrames = exceptions.some(({ frames }) => frames.length > 0)
  const hasText = exceptions.some(({ stack }) => stack !== null)
  if (!hasFrames && !hasText)
    return (
      <>
        {bar !== undefined && <div className={barClass}>{bar}</div>}
        <p className="text-text-3">
          {t('This event has no stack trace.')}{' '}
          <Link
            to="/projects/$projectId/setup"
            params={{ projectId: event.project_id }}
            className="text-accent-ink hover:underline"
          >
            {t('How to send one')}
          </Link>
        </p>
      </>
    )
  const labels = { Yours: t('Yours'), All: t('All'), Raw: t('Raw') }
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-2">
      <div className={barClass}>
        <h2 id={id} className={bar === undefined ? 'section-title' : 'sr-only'}>
          {t('Stack')}
        </h2>
        {bar}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Segments
            label={t('Frames shown')}
            value={mode}
            options={modes.map((name) => ({ value: name, label: labels[name] }))}
            onChange={choose}
            title={t('Key {{key}}', { key: 'v' })}
          />
          {hasForms && (
            <Segments
              label={t('Form of the frames')}
              value={form}
              options={[
                { value: 'original', label: t('Original') },
                { value: 'minified', label: t('Minified') },
              ]}
              onChange={setForm}
              title={t('Key {{key}}', { key: 'o' })}
            />
          )}
          <CopyStackMenu event={event} isRaw={mode === 'Raw'} markdown={markdown} />
          <MinifiedCount event={received} />
        </span>
      </div>
      <Exceptions
        chain={tree}
        block={({ exception, index }, relation) => (
          <ExceptionBlock
            key={index}
            exception={exception}
            relation={relation}
            isOpen={index === opened}
            isAlone={exceptions.length === 1}
            mode={mode}
            context={{ opened: openFrames(index), reasons }}
          />
        )}
      />
      {mode !== 'Raw' && <SharedReasons groups={reasons.above} />}
    </section>
  )
}

const barClass = 'flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1'

/** How much of a stack is minified still. */
function MinifiedCount({ event }: { event: EventView }) {
  const { minified, all } = countMinified(event)
  if (minified === 0) return null
  return (
    <span className="inline-flex items-center gap-1 text-12 text-warning-ink">
      <MapPinOff size={14} aria-hidden />
      {minified === all ? t('Minified') : t('{{minified}} of {{all}} frames minified', { minified, all })}
    </span>
  )
}

interface ExceptionsProps {
  chain: ExceptionChain<Exception>
  block: (link: ExceptionLink<Exception>, relation: string | undefined) => ReactNode
  level?: number
}

/** Indented no deeper than this, so that frames stay readable on phones. */
const maxIndent = 4

/** A chain of causes below one another, and the members of a group as a list within it. */
function Exceptions({ chain: { links, branches }, block, level = 0 }: ExceptionsProps) {
  return (
    <>
      {links.map((link) => block(link, relationText(link)))}
      {branches.length > 0 && (
        <ul
          aria-label={t('Exceptions within {{type}}', { type: oneLine(links.at(-1)!.exception.exception_type) })}
          className={`flex flex-col gap-2 ${level < maxIndent ? 'border-l-2 border-border pl-2 sm:ml-3 sm:pl-3' : ''}`}
        >
          {branches.map((branch) => (
            <li key={branch.links[0]!.index} className="flex flex-col gap-2">
              <Exceptions chain={branch} block={block} level={level + 1} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface ExceptionBlockProps {
  exception: Exception
  relation: string | undefined
  isOpen: boolean
  isAlone: boolean
  mode: Mode
  context: FrameContext
}

function ExceptionBlock({ exception, relation, isOpen, isAlone, mode, context }: ExceptionBlockProps) {
  const body = <Frames exception={exception} mode={mode} context={context} />
  const card = 'overflow-hidden rounded-card border border-border bg-surface'
  if (isAlone) return <div className={card}>{body}</div>
  return (
    <details open={isOpen} className={`${card} group/exception`}>
      <summary className="flex min-h-10 list-none items-baseline gap-2 px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2">
        <ChevronRight size={14} aria-hidden className="shrink-0 self-center group-open/exception:rotate-90" />
        {relation !== undefined && <span className="shrink-0 text-12 text-text-3">{relation}</span>}
        <span className="from-event line-clamp-3 min-w-0" dir="auto">
          <strong className="font-semibold">{oneLine(exception.exception_type)}</strong>
          {exception.message !== '' && <span className="text-text-2">: {oneLine(exception.message)}</span>}
        </span>
      </summary>
      <div className="border-t border-border">{body}</div>
    </details>
  )
}

function Frames({ exception, mode, context }: { exception: Exception; mode: Mode; context: FrameContext }) {
  const { frames, stack } = exception
  if (mode === 'Raw' || frames.length === 0) return <RawStack exception={exception} />
  if (mode === 'All')
    return (
      <ol>
        {indexed(frames).map(({ index, item: frame }) => (
          <FrameLine key={index} frame={frame} index={index} {...context} />
        ))}
      </ol>
    )
  const hasOwn = frames.some((frame) => frame.in_app)
  return (
    <>
      {!hasOwn && (
        <p className="border-b border-border px-3 py-1.5 text-12 text-text-3">{t('No frame is from your code.')}</p>
      )}
      <ol key={stack}>
        {foldFrames(frames).map((part) =>
          part.kind === 'frame' ? (
            <FrameLine key={part.index} frame={part.frame} index={part.index} {...context} />
          ) : (
            <FoldedRun key={part.index} {...part} {...context} />
          ),
        )}
      </ol>
    </>
  )
}

function RawStack({ exception }: { exception: Exception }) {
  const text = exception.stack ?? exception.frames.map((frame) => frame.raw ?? locationOf(frame)).join('\n')
  if (text === '') return <p className="px-3 py-2 text-text-3">{t('This exception has no stack trace.')}</p>
  return (
    <div className="relative">
      <CodeBlock label={t('Stack as received')}>{text}</CodeBlock>
      <span className="absolute top-1 right-1">
        <CopyButton text={text} label={t('Copy stack trace')} />
      </span>
    </div>
  )
}
