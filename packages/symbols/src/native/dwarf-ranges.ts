import { broken } from '../refusal.ts'
import type { ByteView } from './byte-view.ts'
import type { DebugSections, Unit, Value } from './dwarf-forms.ts'
import type { WorkLimit } from './work-limit.ts'

interface Range {
  start: number
  end: number
}

/** Reads the list of ranges that a function's code is in. */
export function readRanges(value: Value, unit: Unit, sections: DebugSections, work: WorkLimit): Range[] {
  if (unit.version < 5) {
    if (value?.kind !== 'offset' && value?.kind !== 'number') return []
    return value.value < sections.ranges.bytes.length ? readPairs(sections.ranges.at(value.value), unit, work) : []
  }
  const offset = offsetOf(value, unit, sections)
  if (offset === undefined || offset >= sections.rnglists.bytes.length) return []
  return readEntries(sections.rnglists.at(offset), unit, sections, work)
}

function offsetOf(value: Value, unit: Unit, { rnglists }: DebugSections): number | undefined {
  if (value?.kind === 'offset') return value.value
  if (value?.kind !== 'rnglistx') return undefined
  const at = unit.rnglistsBase + value.value * unit.offsetBytes
  if (at + unit.offsetBytes > rnglists.bytes.length) return undefined
  return unit.rnglistsBase + rnglists.at(at).word(unit.offsetBytes)
}

function readPairs(view: ByteView, { addressBytes, low }: Unit, work: WorkLimit): Range[] {
  const ranges: Range[] = []
  const largest = addressBytes === 8 ? 2 ** 64 : 0xffffffff
  let base = low
  for (;;) {
    work.addRange()
    const [start, end] = [view.word(addressBytes), view.word(addressBytes)]
    if (start === 0 && end === 0) return ranges
    if (start >= largest) base = end
    else if (end > start) ranges.push({ start: base + start, end: base + end })
  }
}

function readEntries(view: ByteView, unit: Unit, { addr }: DebugSections, work: WorkLimit): Range[] {
  const { addressBytes, addrBase, low } = unit
  const ranges: Range[] = []
  const indexed = () => {
    const at = addrBase + view.uleb() * addressBytes
    return at + addressBytes > addr.bytes.length ? 0 : addr.at(at).word(addressBytes)
  }
  const add = (start: number, end: number) => {
    if (end > start) ranges.push({ start, end })
  }
  let base = low
  for (;;) {
    work.addRange()
    switch (view.u8()) {
      case 0:
        return ranges
      case 1:
        base = indexed()
        break
      case 2:
        add(indexed(), indexed())
        break
      case 3: {
        const start = indexed()
        add(start, start + view.uleb())
        break
      }
      case 4: {
        const [start, end] = [view.uleb(), view.uleb()]
        add(base + start, base + end)
        break
      }
      case 5:
        base = view.word(addressBytes)
        break
      case 6: {
        const [start, end] = [view.word(addressBytes), view.word(addressBytes)]
        add(start, end)
        break
      }
      case 7: {
        const start = view.word(addressBytes)
        add(start, start + view.uleb())
        break
      }
      default:
        throw broken('a list of ranges has an entry of an unknown kind')
    }
  }
}
