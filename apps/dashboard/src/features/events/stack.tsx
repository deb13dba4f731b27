import { ChevronDown, ChevronRight, ListTree } from 'lucide-react'
import { useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { cutMiddle, oneLine, plural } from '../../lib/format.ts'
import { placed } from '../../lib/placed.ts'
import { recall, remember } from '../../lib/remembered.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { foldFrames, namesOf } from './fold-frames.ts'
import type { Exception, Frame } from './queries.ts'

const modes = ['Yours', 'All', 'Raw'] as const
type Mode = (typeof modes)[number]

/** The exceptions of an event, outermost first, each with its frames. The mode is remembered. */
export function Stack({ exceptions }: { exceptions: Exception[] }) {
  const [mode, setMode] = useState<Mode>(() => modes.find((name) => name === recall('bugle-stack')) ?? 'Yours')
  const choose = (next: Mode) => {
    setMode(next)
    remember('bugle-stack', next)
  }
  useKeys({ v: () => choose(modes[(modes.indexOf(mode) + 1) % modes.length]!) })
  const hasFrames = exceptions.some(({ frames }) => frames.length > 0)
  const hasText = exceptions.some(({ stack }) => stack !== null)
  if (!hasFrames && !hasText) return <p className="text-text-3">This event came without a stack trace.</p>
  const opened = Math.max(
    0,
    exceptions.findIndex(({ frames }) => frames.some((frame) => frame.in_app)),
  )
  return (
    <section aria-labelledby="stack-title" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="stack-title" className="section-title">
          Stack
        </h2>
        <fieldset className="flex rounded-control border border-border bg-surface p-0.5">
          <legend className="sr-only">What of the stack is shown</legend>
          {modes.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === mode}
              onClick={() => choose(name)}
              title="Key v"
              className="min-h-6 rounded-pill px-2 text-12 text-text-2 aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-text coarse:min-h-11 coarse:min-w-11"
            >
              {name}
            </button>
          ))}
        </fieldset>
        <span className="ml-auto text-12 text-text-3">most recent call first</span>
      </div>
      {placed(exceptions).map(({ at, item: exception }) => (
        <ExceptionBlock
          key={at}
          exception={exception}
          isCause={at > 0}
          isOpen={at === opened}
          isAlone={exceptions.length === 1}
          mode={mode}
        />
      ))}
    </section>
  )
}

interface ExceptionBlockProps {
  exception: Exception
  isCause: boolean
  isOpen: boolean
  isAlone: boolean
  mode: Mode
}

function ExceptionBlock({ exception, isCause, isOpen, isAlone, mode }: ExceptionBlockProps) {
  const body = <Frames exception={exception} mode={mode} />
  const card = 'overflow-hidden rounded-card border border-border bg-surface'
  if (isAlone) return <div className={card}>{body}</div>
  return (
    <details open={isOpen} className={`${card} group/exception`}>
      <summary className="flex min-h-10 list-none items-baseline gap-2 px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2">
        <ChevronRight size={14} aria-hidden className="shrink-0 self-center group-open/exception:rotate-90" />
        {isCause && <span className="shrink-0 text-12 text-text-3">Caused by</span>}
        <span className="from-event line-clamp-3 min-w-0" dir="auto">
          <strong className="font-semibold">{oneLine(exception.exception_type)}</strong>
          {exception.message !== '' && <span className="text-text-2">: {oneLine(exception.message)}</span>}
        </span>
      </summary>
      <div className="border-t border-border">{body}</div>
    </details>
  )
}

function Frames({ exception, mode }: { exception: Exception; mode: Mode }) {
  const { frames, stack } = exception
  if (mode === 'Raw' || frames.length === 0) return <RawStack exception={exception} />
  if (mode === 'All')
    return (
      <ol>
        {placed(frames).map(({ at, item: frame }) => (
          <FrameLine key={at} frame={frame} />
        ))}
      </ol>
    )
  const hasOwn = frames.some((frame) => frame.in_app)
  return (
    <>
      {!hasOwn && (
        <p className="border-b border-border px-3 py-1.5 text-12 text-text-3">No frame is marked as your code.</p>
      )}
      <ol key={stack}>
        {foldFrames(frames).map((part) =>
          part.kind === 'frame' ? (
            <FrameLine key={part.at} frame={part.frame} />
          ) : (
            <LibraryRun key={part.at} frames={part.frames} />
          ),
        )}
      </ol>
    </>
  )
}

function LibraryRun({ frames }: { frames: Frame[] }) {
  const [isOpen, setOpen] = useState(false)
  const names = namesOf(frames)
  return (
    <li className="border-b border-border last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 w-full items-center gap-2 bg-sunken px-3 text-left text-12 text-text-3 hover:text-text focus-visible:-outline-offset-2 coarse:min-h-11"
      >
        {isOpen ? (
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        ) : (
          <ListTree size={14} aria-hidden className="shrink-0" />
        )}
        <span className="from-event truncate">
          {plural(frames.length, 'library frame')}
          {names !== '' && `: ${names}`}
        </span>
      </button>
      {isOpen && (
        <ol className="border-t border-border">
          {placed(frames).map(({ at, item: frame }) => (
            <FrameLine key={at} frame={frame} />
          ))}
        </ol>
      )}
    </li>
  )
}

function FrameLine({ frame }: { frame: Frame }) {
  const place = placeOf(frame)
  return (
    <li
      className={`group flex min-h-8 items-center gap-3 border-b border-border pr-1 pl-3 font-mono text-[0.78125rem] last:border-b-0 hover:bg-sunken ${frame.in_app ? '' : 'text-text-2'}`}
    >
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 py-1">
        <span className={`from-event ${frame.in_app ? 'font-semibold' : ''}`} dir="auto">
          {oneLine(frame.function ?? (place === '' ? (frame.raw ?? 'unknown') : '(anonymous)'))}
        </span>
        <span className="from-event text-text-3" dir="auto" title={place}>
          {cutMiddle(oneLine(frame.file ?? frame.module ?? ''), 80)}
          {frame.line !== undefined && `:${frame.line}${frame.column === undefined ? '' : `:${frame.column}`}`}
        </span>
        {badgesOf(frame).map((badge) => (
          <span key={badge} className="rounded-pill bg-pressed px-1 font-sans text-11 text-text-2">
            {badge}
          </span>
        ))}
      </span>
      {place !== '' && (
        <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:hidden">
          <CopyButton text={place} label="Copy the place" />
        </span>
      )}
    </li>
  )
}

function RawStack({ exception }: { exception: Exception }) {
  const text = exception.stack ?? exception.frames.map((frame) => frame.raw ?? placeOf(frame)).join('\n')
  if (text === '') return <p className="px-3 py-2 text-text-3">This exception came without a stack trace.</p>
  return (
    <div className="relative">
      <CodeBlock label="Stack as it came">{text}</CodeBlock>
      <span className="absolute top-1 right-1">
        <CopyButton text={text} label="Copy the stack" />
      </span>
    </div>
  )
}

function placeOf({ file, module, line, column }: Frame): string {
  return [file ?? module, line, column].filter((part) => part !== undefined).join(':')
}

function badgesOf(frame: Frame): string[] {
  return (['async', 'native', 'eval'] as const).filter((name) => frame[name] === true)
}
