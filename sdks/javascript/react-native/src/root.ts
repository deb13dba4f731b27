import { captureException } from '@bugle/core'
import { Component, createElement, type ReactNode } from 'react'
import { View } from 'react-native'
import { beforeExit } from './before-exit.ts'
import { touchListeners } from './touches.ts'

interface State {
  failure: { error: unknown; isKept: boolean } | undefined
}

/**
 * Wraps the whole app. Adds breadcrumbs for taps, and reports rendering errors that no boundary catches, which React
 * Native reports to no handler. It then rethrows them, and the app ends as it would without Bugle.
 *
 * @example registerRootComponent(() => <BugleRoot><App /></BugleRoot>)
 */
export class BugleRoot extends Component<{ children?: ReactNode }, State> {
  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error, isKept: false } }
  }

  override state: State = { failure: undefined }
  #listeners = touchListeners()

  override componentDidCatch(error: unknown, { componentStack }: { componentStack?: string | null }): void {
    captureException(error, {
      mechanism: { type: 'react', handled: false },
      level: 'fatal',
      ...(componentStack ? { extra: { component_stack: componentStack } } : {}),
    })
    void beforeExit().then(() => this.setState({ failure: { error, isKept: true } }))
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure?.isKept) throw failure.error
    return failure === undefined ? createElement(View, { style, ...this.#listeners }, this.props.children) : null
  }
}

const style = { flex: 1 }
