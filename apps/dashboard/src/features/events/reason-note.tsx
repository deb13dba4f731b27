import { manyLines } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonText } from '@bugle/presentation/reason-text'
import { reasonTitle } from '@bugle/presentation/reason-title'
import type { Reason, ReasonGroup } from '@bugle/presentation/reasons'
import { Link } from '@tanstack/react-router'
import { History, MapPinOff } from 'lucide-react'
import { CopyButton } from '../../components/copy-button.tsx'

/** The reasons that several frames share, each once. */
export function SharedReasons({ groups }: { groups: ReasonGroup[] }) {
  return groups.map((group) => (
    <div
      key={`${group.code} ${group.reasons[0].command ?? ''}`}
      className="rounded-card border border-border bg-surface px-3"
    >
      <ReasonNote reason={group.reasons[0]} frames={group.frames} others={group.reasons.slice(1)} />
    </div>
  ))
}

interface ReasonNoteProps {
  reason: Reason
  /** Number of frames that it concerns, where it is more than one. */
  frames?: number
  /** The same reason with the facts of other files. */
  others?: Reason[]
}

/** Says in one line why frames stay minified; it opens to the explanation, with the command that fixes it. */
export function ReasonNote({ reason, frames, others = [] }: ReasonNoteProps) {
  const { code, command } = reason
  const Icon = code === 'indexing' ? History : MapPinOff
  return (
    <details>
      <summary className="flex min-h-7 list-none flex-wrap items-center gap-x-2 hover:text-text coarse:min-h-11">
        <Icon
          size={14}
          aria-hidden
          className={`shrink-0 ${code === 'indexing' ? 'text-info-ink' : 'text-warning-ink'}`}
        />
        <strong className="font-semibold">{reasonTitle(code)}</strong>
        {frames !== undefined && (
          <span className="text-12 text-text-3">{t('{{count, number}} frames', { count: frames })}</span>
        )}
        <span className="text-12 text-accent-ink">{t('Why?')}</span>
      </summary>
      <div className="grid gap-1 pb-2 pl-5.5">
        <Sentence reason={reason} />
        {others.length > 0 && (
          <details>
            <summary className="inline-flex min-h-6 cursor-pointer items-center text-12 text-text-2 hover:text-text coarse:min-h-11">
              {t('{{count, number}} other files', { count: others.length })}
            </summary>
            <div className="grid gap-1">
              {others.map((other) => (
                <Sentence key={other.sentence} reason={other} />
              ))}
            </div>
          </details>
        )}
        {command !== undefined && <Command text={command} />}
        <Link
          to="/help/stack-still-minified"
          hash={code}
          className="inline-flex min-h-6 items-center justify-self-start text-12 text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('What this means')}
        </Link>
      </div>
    </details>
  )
}

/** The sentence quotes addresses and releases of the event. */
function Sentence({ reason }: { reason: Reason }) {
  return (
    <p className="from-event text-text-2" dir="auto">
      {manyLines(reasonText(reason))}
    </p>
  )
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-1 justify-self-start rounded-control bg-code-bg pl-2">
      <code className="from-event min-w-0 py-1 font-mono text-12 wrap-anywhere">{text}</code>
      <CopyButton text={text} label={t('Copy command')} />
    </div>
  )
}
