import { t } from '@bugle/presentation/i18n'
import { Component, type ReactNode } from 'react'
import { View } from 'react-native'
import { reportFault } from '../lib/faults'
import { Txt } from './txt'

interface PartProps {
  /** Title of the part, for the sentence in its place. */
  name: string
  /** Thing that it shows: another one is tried again. */
  of: string
  children: ReactNode
}

interface PartState {
  of: string
  hasFailed: boolean
}

/** A part of a screen. An error while it renders is shown in its place and leaves the others as they are. */
export class Part extends Component<PartProps, PartState> {
  override state: PartState = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError(): Pick<PartState, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: PartProps, state: PartState): PartState | null {
    return of === state.of ? null : { of, hasFailed: false }
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error, this.props.name)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <View role="alert" style={{ padding: 16 }}>
        <Txt kind="meta" color="text2">
          {t('“{{name}}” could not be shown.', { name: this.props.name })}
        </Txt>
      </View>
    )
  }
}
