import { maxPathBytes } from '../limits.ts'
import { broken } from '../refusal.ts'
import type { ByteView } from './byte-view.ts'

/** How a unit writes addresses and offsets. */
export interface Encoding {
  version: number
  addressBytes: number
  /** 4, or 8 in the 64-bit format. */
  offsetBytes: number
}

/** Facts of a unit that all its entries need, from the first one. */
export interface Unit extends Encoding {
  /** Offset of the unit in `.debug_info`, which its references count from. */
  start: number
  low: number
  strOffsetsBase: number
  addrBase: number
  rnglistsBase: number
  files: number[]
  /** Between the name of a class and that of a method. */
  separator: string
}

/** Sections that values of attributes refer to; a section that is missing is empty. */
export interface DebugSections {
  info: ByteView
  abbrev: ByteView
  line: ByteView
  str: ByteView
  lineStr: ByteView
  strOffsets: ByteView
  addr: ByteView
  ranges: ByteView
  rnglists: ByteView
}

/** The value of an attribute, as far as it is of use. */
export type Value =
  | { kind: 'number'; value: number }
  | { kind: 'address'; value: number }
  /** Index into the addresses, or the texts, of the unit. */
  | { kind: 'addrx' | 'strx' | 'rnglistx'; value: number }
  /** Offset of another entry of `.debug_info`, of the unit or of the section. */
  | { kind: 'unit_ref' | 'ref'; value: number }
  | { kind: 'offset'; value: number }
  | { kind: 'text'; section: 'info' | 'str' | 'lineStr'; value: number }
  | undefined

/** Reads the value of an attribute, or skips it where it is of no use. */
export function readForm(view: ByteView, form: number, encoding: Encoding, implicit = 0): Value {
  const { addressBytes, offsetBytes, version } = encoding
  switch (form) {
    case 0x01:
      return { kind: 'address', value: view.word(addressBytes) }
    case 0x03:
      return skipped(view, view.u16())
    case 0x04:
      return skipped(view, view.u32())
    case 0x05:
      return { kind: 'number', value: view.u16() }
    case 0x06:
      return { kind: 'number', value: view.u32() }
    case 0x07:
      return { kind: 'number', value: view.u64() }
    case 0x08: {
      const value = view.offset
      view.text(0)
      return { kind: 'text', section: 'info', value }
    }
    case 0x09:
    case 0x18:
      return skipped(view, view.uleb())
    case 0x0a:
      return skipped(view, view.u8())
    case 0x0b:
    case 0x0c:
      return { kind: 'number', value: view.u8() }
    case 0x0d:
      return { kind: 'number', value: view.sleb() }
    case 0x0e:
      return { kind: 'text', section: 'str', value: view.word(offsetBytes) }
    case 0x0f:
      return { kind: 'number', value: view.uleb() }
    case 0x10:
      return { kind: 'ref', value: view.word(version <= 2 ? addressBytes : offsetBytes) }
    case 0x11:
      return { kind: 'unit_ref', value: view.u8() }
    case 0x12:
      return { kind: 'unit_ref', value: view.u16() }
    case 0x13:
      return { kind: 'unit_ref', value: view.u32() }
    case 0x14:
      return { kind: 'unit_ref', value: view.u64() }
    case 0x15:
      return { kind: 'unit_ref', value: view.uleb() }
    case 0x17:
      return { kind: 'offset', value: view.word(offsetBytes) }
    case 0x19:
      return { kind: 'number', value: 1 }
    case 0x1a:
    case 0x1f02:
      return { kind: 'strx', value: view.uleb() }
    case 0x1b:
    case 0x1f01:
      return { kind: 'addrx', value: view.uleb() }
    case 0x1c:
      return skipped(view, 4)
    case 0x1d:
    case 0x1f20:
    case 0x1f21:
      return skipped(view, offsetBytes)
    case 0x1e:
      return skipped(view, 16)
    case 0x1f:
      return { kind: 'text', section: 'lineStr', value: view.word(offsetBytes) }
    case 0x20:
    case 0x24:
      return skipped(view, 8)
    case 0x21:
      return { kind: 'number', value: implicit }
    case 0x22:
      return skipped(view, uleb(view))
    case 0x23:
      return { kind: 'rnglistx', value: view.uleb() }
    case 0x25:
      return { kind: 'strx', value: view.u8() }
    case 0x26:
      return { kind: 'strx', value: view.u16() }
    case 0x27:
      return { kind: 'strx', value: view.u24() }
    case 0x28:
      return { kind: 'strx', value: view.u32() }
    case 0x29:
      return { kind: 'addrx', value: view.u8() }
    case 0x2a:
      return { kind: 'addrx', value: view.u16() }
    case 0x2b:
      return { kind: 'addrx', value: view.u24() }
    case 0x2c:
      return { kind: 'addrx', value: view.u32() }
    default:
      throw broken(`an attribute has the unknown form 0x${form.toString(16)}`)
  }
}

function skipped(view: ByteView, bytes: number): undefined {
  view.skip(bytes)
}

/** Reads an index that is of no use. */
function uleb(view: ByteView): number {
  view.uleb()
  return 0
}

/** Reads a text that a value refers to. */
export function textOf(value: Value, sections: DebugSections, strOffsetsBase: number, encoding: Encoding): string {
  if (value?.kind === 'text') return textAt(sections[value.section], value.value)
  if (value?.kind !== 'strx') return ''
  const { strOffsets, str } = sections
  const at = strOffsetsBase + value.value * encoding.offsetBytes
  if (at + encoding.offsetBytes > strOffsets.bytes.length) return ''
  return textAt(str, strOffsets.at(at).word(encoding.offsetBytes))
}

export function textAt(view: ByteView, offset: number): string {
  return offset >= view.bytes.length ? '' : view.at(offset).text(maxPathBytes)
}
