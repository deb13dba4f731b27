import { Component, createElement, type ReactNode } from 'react'
import { View } from 'react-native'

type Cover = (isCovered: boolean) => Promise<void>

const covers = new Set<Cover>()
let isTaking = false

export interface MaskProps {
  children?: ReactNode
  /** Style of the view around the children. */
  style?: unknown
}

/**
 * Covers its children while a screenshot is taken; users see the cover for that time too.
 *
 * @example <Mask><TextInput value={iban} /></Mask>
 */
export class Mask extends Component<MaskProps, { isCovered: boolean }> {
  override state: { isCovered: boolean } = { isCovered: isTaking }

  #cover: Cover = (isCovered) => new Promise((done) => this.setState({ isCovered }, done))

  override componentDidMount(): void {
    covers.add(this.#cover)
  }

  override componentWillUnmount(): void {
    covers.delete(this.#cover)
  }

  override render(): ReactNode {
    const { children, style } = this.props
    return createElement(
      View,
      { style, collapsable: false },
      children,
      this.state.isCovered ? createElement(View, { style: coverStyle, pointerEvents: 'none' }) : null,
    )
  }
}

const coverStyle = { position: 'absolute', top: 0, right: 0, bottom: 0, left: 0, backgroundColor: '#000' }

/**
 * Runs work while every mask is covered and the covers are drawn. Rejects when this takes longer than the limit; a
 * later result is discarded.
 */
export async function behindMasks<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  isTaking = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late for a picture')), timeoutMs)
  })
  try {
    return await Promise.race([late, cover().then(work)])
  } finally {
    clearTimeout(timer)
    isTaking = false
    for (const set of covers) void set(false)
  }
}

async function cover(): Promise<void> {
  if (covers.size === 0) return
  await Promise.all([...covers].map((set) => set(true)))
  // A state set in one frame is on the screen by the end of the next.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}
