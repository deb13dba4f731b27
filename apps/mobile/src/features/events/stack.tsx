import type { Schemas } from '@bugle/api-client'
import { exceptionLines, exceptionTree, relationText } from '@bugle/presentation/exception-tree'
import { foldFrames } from '@bugle/presentation/fold-frames'
import { codeLine, cutMiddle, manyLines, oneLine, titleOf, typeName } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonText } from '@bugle/presentation/reason-text'
import { type PlacedReasons, placeReasons } from '@bugle/presentation/reasons'
import { useState } from 'react'
import { Pressable, ScrollView, View } from 'react-native'
import { ChevronDown, ChevronRight, MapPinOff } from '../../components/icons'
import { iconSize, lines, Txt } from '../../components/txt'
import { storage } from '../../lib/storage'
import { useColors } from '../../theme'

type EventView = Schemas['EventView']
type Frame = Schemas['FrameView']
type Exception = EventView['exceptions'][number]
type Mode = 'yours' | 'all' | 'raw'

/** The calls that led to the error, those of your own code open. The choice of the form is remembered. */
export function Stack({ event }: { event: EventView }) {
  const colors = useColors()
  const [mode, setMode] = useState<Mode>(() => (storage.get('stack') as Mode | undefined) ?? 'yours')
  const reasons = placeReasons(event)
  const modes: { value: Mode; label: string }[] = [
    { value: 'yours', label: t('Yours') },
    { value: 'all', label: t('All') },
    { value: 'raw', label: t('Raw') },
  ]
  return (
    <View style={{ marginTop: 8 }}>
      <View style={{ flexDirection: 'row', alignItems: 'center', paddingHorizontal: 16 }}>
        <Txt kind="label" color="text2" role="heading" aria-level={2} style={{ flex: 1 }}>
          {t('Stack')}
        </Txt>
        <View role="radiogroup" aria-label={t('Frames shown')} style={{ flexDirection: 'row' }}>
          {modes.map(({ value, label }) => (
            <Pressable
              key={value}
              role="radio"
              aria-checked={value === mode}
              aria-label={label}
              onPress={() => {
                storage.set('stack', value)
                setMode(value)
              }}
              style={{ minHeight: 44, minWidth: 52, alignItems: 'center', justifyContent: 'center' }}
            >
              <Txt
                kind="label"
                color={value === mode ? 'text' : 'text3'}
                style={{
                  paddingHorizontal: 10,
                  paddingVertical: 3,
                  borderRadius: 6,
                  overflow: 'hidden',
                  backgroundColor: value === mode ? colors.pressed : 'transparent',
                }}
              >
                {label}
              </Txt>
            </Pressable>
          ))}
        </View>
      </View>
      <View
        style={{ backgroundColor: colors.surface, borderTopWidth: 1, borderBottomWidth: 1, borderColor: colors.border }}
      >
        {mode !== 'raw' &&
          reasons.above.map(({ code, reasons: [first] }) => <Reason key={code} text={reasonText(first)} />)}
        {event.exceptions.length === 0 ||
        event.exceptions.every(({ frames, stack }) => frames.length === 0 && stack === null) ? (
          <Txt color="text3" style={{ padding: 16 }}>
            {t('This event has no stack trace.')}
          </Txt>
        ) : (
          exceptionLines(exceptionTree(event.exceptions)).map(({ level, ...link }) => (
            <ExceptionView
              key={link.index}
              exception={link.exception}
              relation={relationText(link)}
              level={level}
              mode={mode}
              reasons={reasons}
            />
          ))
        )}
      </View>
    </View>
  )
}

interface ExceptionProps {
  exception: Exception
  relation: string | undefined
  /** How many exceptions contain it. */
  level: number
  mode: Mode
  reasons: PlacedReasons
}

function ExceptionView({ exception, relation, level, mode, reasons }: ExceptionProps) {
  const colors = useColors()
  const { frames, stack } = exception
  const own = frames.find((frame) => frame.in_app) ?? frames[0]
  return (
    <View>
      {relation !== undefined && (
        <View
          style={{
            padding: 12,
            paddingHorizontal: 16,
            paddingLeft: 16 + 12 * Math.min(level, 6),
            backgroundColor: colors.sunken,
            borderBottomWidth: 1,
            borderColor: colors.border,
          }}
        >
          <Txt kind="meta" color="text3">
            {relation}
          </Txt>
          <Txt kind="label" color="text2">
            <Txt kind="strong">{typeName(exception.exception_type)}</Txt> {oneLine(exception.message)}
          </Txt>
        </View>
      )}
      {mode === 'raw' ? (
        <ScrollView horizontal contentContainerStyle={{ padding: 16 }} {...{ tabIndex: 0 }}>
          <Txt kind="mono" selectable>
            {stack === null ? t('This exception has no stack trace.') : manyLines(stack)}
          </Txt>
        </ScrollView>
      ) : mode === 'all' ? (
        frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: frames repeat in a recursion, and those of an event never change
          <FrameRow key={index} frame={frame} isOpen={frame === own} reasons={reasons} />
        ))
      ) : (
        foldFrames(frames).map((part) =>
          part.kind === 'frame' ? (
            <FrameRow key={part.index} frame={part.frame} isOpen={part.frame === own} reasons={reasons} />
          ) : (
            <Folded key={part.index} kind={part.kind} frames={part.frames} reasons={reasons} />
          ),
        )
      )}
    </View>
  )
}

interface FoldedProps {
  kind: 'library' | 'repeat'
  frames: Frame[]
  reasons: PlacedReasons
}

function Folded({ kind, frames, reasons }: FoldedProps) {
  const colors = useColors()
  const [isOpen, setIsOpen] = useState(false)
  const label =
    kind === 'library'
      ? t('{{count, number}} library frames', { count: frames.length })
      : t('{{count, number}} more of the same frames', { count: frames.length })
  return (
    <View>
      <Pressable
        role="button"
        aria-expanded={isOpen}
        aria-label={label}
        onPress={() => setIsOpen(!isOpen)}
        style={{
          minHeight: 44,
          flexDirection: 'row',
          alignItems: 'center',
          gap: 8,
          paddingHorizontal: 16,
          backgroundColor: colors.sunken,
          borderBottomWidth: 1,
          borderColor: colors.border,
        }}
      >
        {isOpen ? (
          <ChevronDown size={iconSize(16)} color={colors.text3} />
        ) : (
          <ChevronRight size={iconSize(16)} color={colors.text3} />
        )}
        <Txt kind="meta" color="text3">
          {label}
        </Txt>
      </Pressable>
      {isOpen &&
        frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: frames repeat in a recursion
          <FrameRow key={index} frame={frame} isOpen={false} reasons={reasons} />
        ))}
    </View>
  )
}

/** A frame of generated code is shown as its original. */
function originalOf(frame: Frame): Frame {
  const { symbolication } = frame
  if (symbolication?.state !== 'resolved') return frame
  const { function: name, module, file, line, column, in_app, context_line, pre_context, post_context } = symbolication
  return {
    ...frame,
    ...(name === undefined ? {} : { function: name }),
    ...(module === undefined ? {} : { module }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(in_app === undefined ? {} : { in_app }),
    ...(context_line === undefined ? {} : { context_line }),
    ...(pre_context === undefined ? {} : { pre_context }),
    ...(post_context === undefined ? {} : { post_context }),
  }
}

interface FrameProps {
  frame: Frame
  isOpen: boolean
  reasons: PlacedReasons
}

function FrameRow({ frame: given, isOpen: isOpenFirst, reasons }: FrameProps) {
  const colors = useColors()
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  const frame = originalOf(given)
  const hasSource = frame.context_line !== undefined
  const place = [frame.file ?? frame.module, frame.line, frame.column].filter((part) => part !== undefined)
  const name = oneLine(frame.function ?? (place.length === 0 ? (frame.raw ?? t('unknown')) : t('(anonymous)')))
  const reason = reasons.atFrame(given)
  const file = frame.file ?? frame.module
  return (
    <View style={{ borderBottomWidth: 1, borderColor: colors.border }}>
      <Pressable
        role={hasSource ? 'button' : undefined}
        {...(hasSource ? { 'aria-expanded': isOpen } : {})}
        aria-label={`${name}, ${place.join(':')}`}
        disabled={!hasSource}
        onPress={() => setIsOpen(!isOpen)}
        style={{
          minHeight: 48,
          flexDirection: 'row',
          alignItems: 'center',
          gap: 8,
          paddingHorizontal: 16,
          paddingVertical: 7,
        }}
      >
        <View style={{ width: iconSize(16) }}>
          {hasSource &&
            (isOpen ? (
              <ChevronDown size={iconSize(16)} color={colors.text3} />
            ) : (
              <ChevronRight size={iconSize(16)} color={colors.text3} />
            ))}
        </View>
        <View style={{ flex: 1 }}>
          <Txt
            kind={frame.in_app ? 'monoStrong' : 'mono'}
            color={frame.in_app ? 'text' : 'text2'}
            numberOfLines={lines(2)}
          >
            {name}
          </Txt>
          {file !== undefined && (
            <Txt kind="mono" color="text3" numberOfLines={lines(1)} style={{ fontSize: 12, lineHeight: 16 }}>
              {cutMiddle(oneLine(file), 38)}
              {frame.line === undefined ? '' : `:${frame.line}`}
              {frame.column === undefined ? '' : `:${frame.column}`}
            </Txt>
          )}
          {reason !== undefined && <Reason text={reasonText(reason)} />}
        </View>
      </Pressable>
      {hasSource && isOpen && <Source frame={frame} />}
    </View>
  )
}

/** Why frames are still those of generated code, said once where it holds for several. */
function Reason({ text }: { text: string }) {
  const colors = useColors()
  return (
    <View
      style={{ flexDirection: 'row', gap: 8, padding: 12, paddingHorizontal: 16, backgroundColor: colors.warningWash }}
    >
      <View style={{ width: iconSize(16), paddingTop: 1 }}>
        <MapPinOff size={iconSize(16)} color={colors.warningInk} />
      </View>
      <Txt kind="meta" color="warningInk" style={{ flex: 1 }} numberOfLines={lines(6)}>
        {text}
      </Txt>
    </View>
  )
}

/** The source around a call, with the line that ran marked. */
function Source({ frame }: { frame: Frame }) {
  const colors = useColors()
  const { context_line = '', pre_context = [], post_context = [], line } = frame
  const lines = [...pre_context.slice(-3), context_line, ...post_context.slice(0, 3)]
  const hit = Math.min(3, pre_context.length)
  return (
    <View style={{ backgroundColor: colors.codeBg, borderTopWidth: 1, borderColor: colors.border }}>
      <ScrollView horizontal {...{ tabIndex: 0 }} aria-label={t('Source')}>
        <View style={{ minWidth: '100%', paddingVertical: 6 }}>
          {lines.map((text, index) => (
            <View
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              key={index}
              style={{
                flexDirection: 'row',
                paddingRight: 16,
                borderLeftWidth: 3,
                borderColor: index === hit ? colors.ring : 'transparent',
                backgroundColor: index === hit ? colors.codeLine : 'transparent',
              }}
            >
              <Txt kind="mono" color="text3" style={{ width: 44, textAlign: 'right', paddingRight: 10 }} aria-hidden>
                {line === undefined ? '' : line - hit + index}
              </Txt>
              <Txt kind={index === hit ? 'monoStrong' : 'mono'} selectable>
                {codeLine(text).replaceAll('\t', '  ') || ' '}
              </Txt>
            </View>
          ))}
        </View>
      </ScrollView>
    </View>
  )
}

/** The title of an issue and the stack of an event as text, to be shared. */
export function stackText(issue: Schemas['Issue'], event: EventView): string {
  const frames = exceptionLines(exceptionTree(event.exceptions)).flatMap((link) => [
    [relationText(link), `${link.exception.exception_type}: ${link.exception.message}`].filter(Boolean).join(' '),
    ...(link.exception.frames.length === 0
      ? [link.exception.stack ?? '']
      : link.exception.frames.map(originalOf).map(({ function: name, file, module, line, column }) => {
          const place = [file ?? module, line, column].filter((part) => part !== undefined).join(':')
          return `  at ${name ?? t('(anonymous)')} (${place})`
        })),
  ])
  return [`${issue.short_id} ${titleOf(issue)}`, '', ...frames].join('\n')
}
