import { breakWords } from '@bugle/presentation/break-words'
import type { Ref } from 'react'
import { PixelRatio, StyleSheet, Text, type TextProps, type TextStyle } from 'react-native'
import { fontScale } from '../lib/font-scale'
import { type Color, useColors } from '../theme'
import { mono, sans } from '../theme/fonts'

const kinds = {
  display: { fontSize: 28, lineHeight: 36, ...sans(600), letterSpacing: -0.4 },
  title: { fontSize: 20, lineHeight: 28, ...sans(600), letterSpacing: -0.2 },
  section: { fontSize: 16, lineHeight: 24, ...sans(600) },
  body: { fontSize: 15, lineHeight: 22, ...sans(400) },
  strong: { fontSize: 15, lineHeight: 22, ...sans(600) },
  label: { fontSize: 14, lineHeight: 20, ...sans(500) },
  meta: { fontSize: 13, lineHeight: 18, ...sans(400) },
  small: { fontSize: 12, lineHeight: 16, ...sans(500) },
  mono: { fontSize: 12.5, lineHeight: 20, ...mono(400) },
  monoStrong: { fontSize: 12.5, lineHeight: 20, ...mono(600) },
} satisfies Record<string, TextStyle>

/** The same at the reader's size of text. */
const scaled = Object.fromEntries(Object.entries(kinds).map(([kind, style]) => [kind, scaleText(style)])) as Record<
  keyof typeof kinds,
  TextStyle
>

function scaleText<Style extends TextStyle>(style: Style): Style {
  if (fontScale === 1) return style
  const { fontSize, lineHeight } = style
  return {
    ...style,
    ...(fontSize === undefined ? {} : { fontSize: fontSize * fontScale }),
    ...(lineHeight === undefined ? {} : { lineHeight: lineHeight * fontScale }),
  }
}

interface TxtProps extends TextProps {
  ref?: Ref<Text>
  /** -1: it can have the focus, but the keyboard does not go there by itself. */
  tabIndex?: -1
  kind?: keyof typeof kinds
  color?: Color
}

/** Styles by the color that they are of, and the size; made once each, since a list has thousands of texts. */
const made = new Map<string, Partial<Record<keyof typeof kinds, TextStyle>>>()

function styleOf(kind: keyof typeof kinds, color: string): TextStyle {
  const ofColor = made.get(color) ?? {}
  made.set(color, ofColor)
  ofColor[kind] ??= StyleSheet.create({
    text: {
      ...scaled[kind],
      ...(kind.startsWith('mono') ? {} : { fontVariant: ['tabular-nums'] }),
      color,
      // In a row, a long word breaks instead of reaching beyond it.
      minWidth: 0,
    },
  }).text
  return ofColor[kind]
}

/** Text in one of the app's sizes. Figures have the same width, so that columns of them are straight. */
export function Txt({ kind = 'body', color = 'text', style, children, ...props }: TxtProps) {
  const colors = useColors()
  return (
    <Text
      {...props}
      style={[styleOf(kind, colors[color]), fontScale === 1 ? style : scaleText(StyleSheet.flatten(style) ?? {})]}
    >
      {typeof children === 'string' && isTextLarge() ? breakWords(children) : children}
    </Text>
  )
}

/** The size of an icon beside text: it grows with it, up to where rows and bars have room. */
export const iconSize = (usual: number) =>
  Math.round(usual * Math.max(1, Math.min(1.6, fontScale * PixelRatio.getFontScale())))

/** Whether the reader has text so large that things stand below each other which otherwise stand side by side. */
export const isTextLarge = () => fontScale > 1.3 || PixelRatio.getFontScale() > 1.3

/** How many lines a text of a row may have: more where it is large, so that it says as much. */
export const lines = (usual: number) => (isTextLarge() ? usual * 4 : usual)
