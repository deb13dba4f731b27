import { packageNames } from '@bugle/presentation/fold-frames'
import { cutMiddle, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonText } from '@bugle/presentation/reason-text'
import type { PlacedReasons } from '@bugle/presentation/reasons'
import { ChevronDown, ChevronRight, ListTree, MapPinOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { indexed } from '../../lib/indexed.ts'
import type { ShownFrame } from '../../lib/originals.ts'
import type { Frame } from './queries.ts'
import { ReasonNote } from './reason-note.tsx'
import { hasSource, SourceLines } from './source-lines.tsx'
import { hasVariables, Variables } from './variables.tsx'

/** Which frames show their source, by exception and index, until the screen is left. */
export interface OpenFrames {
  /** Whether any frame of the event can be opened; then all leave room for the chevron. */
  hasAny: boolean
  isOpen: (index: number) => boolean
  toggle: (index: number, isOpen: boolean) => void
}

/** State that the lines of a stack share. */
export interface FrameContext {
  opened: OpenFrames
  reasons: PlacedReasons
}

interface RunProps extends FrameContext {
  kind: 'library' | 'repeat'
  frames: Frame[]
  /** Index of its first frame in the stack. */
  index: number
}

/** A folded run of library code or of a recursion. */
export function FoldedRun({ kind, frames, index: first, ...context }: RunProps) {
  const [isOpen, setOpen] = useState(false)
  const names = kind === 'library' ? packageNames(frames) : ''
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
          {kind === 'library'
            ? t('{{count, number}} library frames', { count: frames.length })
            : t('{{count, number}} more of the same frames', { count: frames.length })}
          {names !== '' && `: ${names}`}
        </span>
      </button>
      {isOpen && (
        <ol className="border-t border-border">
          {indexed(frames).map(({ index, item: frame }) => (
            <FrameLine key={index} frame={frame} index={first + index} {...context} />
          ))}
        </ol>
      )}
    </li>
  )
}

const row = 'flex min-h-8 items-center gap-2 pr-10 pl-3 font-mono text-[0.78125rem] coarse:pr-3'

interface FrameLineProps extends FrameContext {
  frame: ShownFrame
  index: number
}

export function FrameLine({ frame, index, opened, reasons }: FrameLineProps) {
  const location = locationOf(frame)
  const reason = reasons.atFrame(frame)
  const isOpen = opened.isOpen(index)
  return (
    <li className={`group relative border-b border-border last:border-b-0 ${frame.in_app ? '' : 'text-text-2'}`}>
      {hasSource(frame) || hasVariables(frame) ? (
        <details open={isOpen} onToggle={(event) => opened.toggle(index, event.currentTarget.open)}>
          <summary className={`${row} list-none hover:bg-sunken focus-visible:-outline-offset-2 coarse:min-h-11`}>
            <ChevronRight size={14} aria-hidden className={`shrink-0 text-text-3 ${isOpen ? 'rotate-90' : ''}`} />
            <FrameName frame={frame} location={location} />
          </summary>
          {hasSource(frame) && <SourceLines frame={frame} isOpen={isOpen} />}
          {hasVariables(frame) && <Variables vars={frame.vars!} />}
          {frame.generated !== undefined && <Generated frame={frame.generated} />}
        </details>
      ) : (
        <div className={`${row} hover:bg-sunken`}>
          {opened.hasAny && <span className="w-3.5 shrink-0" />}
          <FrameName frame={frame} location={location} />
        </div>
      )}
      {reason !== undefined && (
        <div className={`pr-3 pb-2 text-text ${opened.hasAny ? 'pl-8' : 'pl-3'}`}>
          <ReasonNote reason={reason} />
        </div>
      )}
      {location !== '' && (
        <span className="absolute top-0.5 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:hidden">
          <CopyButton text={location} label={t('Copy location')} />
        </span>
      )}
    </li>
  )
}

/** The location in generated code, below its original. */
function Generated({ frame }: { frame: Frame }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 border-t border-border bg-code-bg px-3 py-1 text-12 text-text-3">
      {t('Minified')}
      <span className="from-event font-mono" dir="auto">
        {[frame.function, locationOf(frame)]
          .filter((part) => part !== undefined)
          .map(oneLine)
          .join('  ')}
      </span>
    </p>
  )
}

function FrameName({ frame, location }: { frame: ShownFrame; location: string }) {
  const { symbolication, generated } = frame
  const doubt = doubtOf(frame)
  return (
    <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 py-1">
      <span className={`from-event ${frame.in_app ? 'font-semibold' : ''}`} dir="auto">
        {oneLine(frame.function ?? (location === '' ? (frame.raw ?? t('unknown')) : t('(anonymous)')))}
      </span>
      <span
        className="from-event text-text-3"
        dir="auto"
        title={generated === undefined ? location : `${location}\n${locationOf(generated)}`}
      >
        {cutMiddle(oneLine(frame.file ?? frame.module ?? ''), 80)}
        {frame.line !== undefined && `:${frame.line}${frame.column === undefined ? '' : `:${frame.column}`}`}
      </span>
      {badgesOf(frame).map((badge) => (
        <span key={badge} className="rounded-pill bg-pressed px-1 font-sans text-11 text-text-2">
          {badge}
        </span>
      ))}
      {doubt !== undefined && (
        <span
          className="inline-flex items-center gap-1 self-center font-sans text-11 text-warning-ink"
          title={symbolication?.reason && reasonText(symbolication.reason)}
        >
          <MapPinOff size={12} aria-hidden />
          {doubt}
        </span>
      )}
    </span>
  )
}

/** Says what a reader must know of a frame before the place in it is trusted. */
function doubtOf({ symbolication }: ShownFrame): string | undefined {
  if (symbolication?.state === 'unresolved') return t('minified')
  return symbolication?.reason?.code === 'map_unsure' ? t('may be of another build') : undefined
}

export function locationOf({ file, module, line, column }: Frame): string {
  return [file ?? module, line, column].filter((part) => part !== undefined).join(':')
}

function badgesOf(frame: Frame): string[] {
  return (['async', 'native', 'eval'] as const).filter((name) => frame[name] === true)
}
