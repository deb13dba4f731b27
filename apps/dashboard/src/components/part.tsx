import { t } from '@bugle/presentation/i18n'
import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/lazy-code.ts'
import { CopyButton } from './copy-button.tsx'

interface PartProps {
  /** Title of the part, for the sentence in its place. */
  name: string
  /** Thing that it shows: another one is tried again. */
  of: string
  children: ReactNode
}

interface PartState {
  of: string
  failure: { error: unknown } | undefined
}

/** A part of a page. An error while it renders is shown in its place and leaves the others as they are. */
export class Part extends Component<PartProps, PartState> {
  override state: PartState = { of: this.props.of, failure: undefined }

  static getDerivedStateFromError(error: unknown): Pick<PartState, 'failure'> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ of }: PartProps, state: PartState): PartState | null {
    return of === state.of ? null : { of, failure: undefined }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    const { error } = failure
    // A file that failed to load is the page's business, which loads it again.
    if (error instanceof ChunkLoadError) throw error
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-text-2">
        {t('“{{name}}” could not be shown.', { name: this.props.name })}
        <CopyButton
          text={error instanceof Error ? (error.stack ?? error.message) : String(error)}
          label={t('Copy details')}
          withLabel
        />
      </div>
    )
  }
}
