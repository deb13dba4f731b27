import { broken } from '../refusal.ts'
import type { ByteView } from './byte-view.ts'
import { type Abbreviation, AbbreviationTables } from './dwarf-abbreviations.ts'
import { type DebugSections, type Encoding, readForm, textOf, type Unit, type Value } from './dwarf-forms.ts'
import { LineTables } from './dwarf-lines.ts'
import { readRanges } from './dwarf-ranges.ts'
import type { FunctionTree } from './function-tree.ts'
import type { StringTable } from './string-table.ts'
import type { WorkLimit } from './work-limit.ts'

const tags = { inlined: 0x1d, unit: 0x11, partialUnit: 0x3c, skeleton: 0x4a, subprogram: 0x2e }
/** Namespaces, types and modules: what functions are named within. */
const scopes = new Set([0x02, 0x04, 0x13, 0x17, 0x1e, 0x38, 0x39])

const names = {
  name: 0x03,
  lineTable: 0x10,
  low: 0x11,
  high: 0x12,
  language: 0x13,
  directory: 0x1b,
  origin: 0x31,
  specification: 0x47,
  ranges: 0x55,
  callFile: 0x58,
  callLine: 0x59,
  linkageName: 0x6e,
  strOffsetsBase: 0x72,
  addrBase: 0x73,
  rnglistsBase: 0x74,
  mipsLinkageName: 0x2007,
}

/** The attributes of an entry that are of use. */
type Attributes = Map<number, Value>

/** Deeper entries are of no program. */
const maxDepth = 10_000

/** Reads the functions and line tables of all units. */
export function readUnits(
  sections: DebugSections,
  tree: FunctionTree,
  { paths, work }: { paths: StringTable; work: WorkLimit },
): LineTables {
  const lines = new LineTables(sections, paths, work)
  const abbreviations = new AbbreviationTables(sections.abbrev, work)
  const { info } = sections
  for (let start = 0; start < info.bytes.length; ) {
    const header = readHeader(info.at(start))
    if (header === undefined) break
    const { end } = header
    if (header.abbreviations !== undefined) {
      const table = abbreviations.read(header.abbreviations)
      readUnit(info.part(header.offset, end), { ...header.encoding, start }, { sections, tree, lines, table, work })
    }
    start = end
  }
  return lines
}

interface Header {
  encoding: Encoding
  /** Undefined for a unit without code. */
  abbreviations: number | undefined
  /** Where its entries begin and end. */
  offset: number
  end: number
}

function readHeader(view: ByteView): Header | undefined {
  // Padding after the last unit.
  if (view.bytes.length - view.offset < 12) return undefined
  let length = view.u32()
  let offsetBytes = 4
  if (length === 0xffffffff) {
    length = view.u64()
    offsetBytes = 8
  }
  if (length === 0) return undefined
  const end = view.offset + length
  if (!(end <= view.bytes.length)) throw broken('a unit lies beyond the end of its section')
  const version = view.u16()
  if (version < 2 || version > 5) throw broken(`a unit has version ${version}`)
  let addressBytes = 0
  let type = 1
  if (version >= 5) {
    type = view.u8()
    addressBytes = view.u8()
  }
  const abbreviations = view.word(offsetBytes)
  if (version < 5) addressBytes = view.u8()
  if (addressBytes !== 4 && addressBytes !== 8) throw broken(`an address has ${addressBytes} bytes`)
  // Units and partial units; those of types have no code, and split ones are in files of their own.
  const isRead = type === 1 || type === 3
  return {
    encoding: { version, addressBytes, offsetBytes },
    abbreviations: isRead ? abbreviations : undefined,
    offset: view.offset,
    end,
  }
}

interface UnitDeps {
  sections: DebugSections
  tree: FunctionTree
  lines: LineTables
  table: Map<number, Abbreviation>
  work: WorkLimit
}

function readUnit(view: ByteView, encoding: Encoding & { start: number }, deps: UnitDeps): void {
  const { sections, tree, table, work } = deps
  let unit: Unit | undefined
  /** The function, and the named scope, that the entries of each depth are in; -1 for none. */
  const functions: number[] = []
  const owners: number[] = []
  while (!view.isAtEnd) {
    const offset = view.offset
    const code = view.uleb()
    work.addSteps(1)
    if (code === 0) {
      functions.pop()
      owners.pop()
      if (functions.length === 0) break
      continue
    }
    const abbreviation = table.get(code)
    if (abbreviation === undefined) throw broken(`an entry has the unknown abbreviation ${code}`)
    const { tag, hasChildren } = abbreviation
    const isScope = scopes.has(tag)
    const isFunction = tag === tags.subprogram || tag === tags.inlined
    const attributes = readAttributes(view, abbreviation, encoding, work, unit === undefined || isScope || isFunction)
    let inFunction = functions.at(-1) ?? -1
    let owner = owners.at(-1) ?? -1
    if (unit === undefined) unit = toUnit(attributes!, encoding, deps)
    else if (isScope || isFunction) {
      const entry = addEntry(tree, { offset, owner, isNamed: tag !== tags.inlined }, attributes!, {
        unit,
        sections,
        work,
      })
      owner = entry
      if (isFunction)
        inFunction = addFunction(tree, { entry, parent: inFunction, tag }, attributes!, { unit, sections, work })
    }
    if (!hasChildren) {
      if (functions.length === 0) break
      continue
    }
    if (functions.length > maxDepth) throw broken('entries are nested too deeply')
    functions.push(inFunction)
    owners.push(owner)
  }
}

function readAttributes(
  view: ByteView,
  { attributes: forms }: Abbreviation,
  encoding: Encoding,
  work: WorkLimit,
  isWanted: boolean,
): Attributes | undefined {
  const attributes: Attributes | undefined = isWanted ? new Map() : undefined
  work.addSteps(forms.length / 3)
  for (let index = 0; index < forms.length; index += 3) {
    let form = forms[index + 1]!
    // The form stands before the value.
    if (form === 0x16) form = view.uleb()
    const value = readForm(view, form, encoding, forms[index + 2]!)
    if (isWanted && value !== undefined) attributes!.set(forms[index]!, value)
  }
  return attributes
}

function toUnit(attributes: Attributes, encoding: Encoding & { start: number }, { sections, lines }: UnitDeps): Unit {
  const { version, offsetBytes, addressBytes } = encoding
  const headBytes = offsetBytes === 8 ? 16 : 8
  const base = (name: number, byDefault: number) => offsetOf(attributes.get(name)) ?? byDefault
  const strOffsetsBase = base(names.strOffsetsBase, version >= 5 ? headBytes : 0)
  const unit: Unit = {
    ...encoding,
    strOffsetsBase,
    low: 0,
    files: [],
    separator: separatorOf(attributes.get(names.language)),
    addrBase: base(names.addrBase, version >= 5 ? headBytes : 0),
    rnglistsBase: base(names.rnglistsBase, 0),
  }
  unit.low = addressOf(attributes.get(names.low), unit, sections) ?? 0
  const table = offsetOf(attributes.get(names.lineTable))
  if (table !== undefined && table < sections.line.bytes.length) {
    const directory = textOf(attributes.get(names.directory), sections, strOffsetsBase, encoding)
    unit.files = lines.read(table, addressBytes, directory, strOffsetsBase)
  }
  return unit
}

/** C++ and Rust; every other language puts a dot. */
const withColons = new Set([0x04, 0x1a, 0x1c, 0x21, 0x2b, 0x3a])

function separatorOf(language: Value): string {
  return language?.kind === 'number' && withColons.has(language.value) ? '::' : '.'
}

interface EntryDeps {
  unit: Unit
  sections: DebugSections
  work: WorkLimit
}

/** Notes an entry that has a name, or refers to the one that has it. */
function addEntry(
  tree: FunctionTree,
  { offset, owner, isNamed }: { offset: number; owner: number; isNamed: boolean },
  attributes: Attributes,
  { unit, sections, work }: EntryDeps,
): number {
  work.addFunction()
  const text = (name: number) => textOf(attributes.get(name), sections, unit.strOffsetsBase, unit)
  const name = isNamed ? text(names.name) || text(names.linkageName) || text(names.mipsLinkageName) : ''
  const origin = attributes.get(names.origin) ?? attributes.get(names.specification)
  const refersTo = origin?.kind === 'unit_ref' ? unit.start + origin.value : origin?.kind === 'ref' ? origin.value : -1
  return tree.addEntry(offset, { name, owner, refersTo, separator: unit.separator })
}

/** Adds the ranges of a function; returns the function that what is in it belongs to. */
function addFunction(
  tree: FunctionTree,
  { entry, parent, tag }: { entry: number; parent: number; tag: number },
  attributes: Attributes,
  deps: EntryDeps,
): number {
  const { unit } = deps
  const ranges = rangesOf(attributes, deps)
  if (ranges.length === 0) return parent
  const isInlined = tag === tags.inlined
  const number = (name: number) => {
    const value = attributes.get(name)
    return value?.kind === 'number' ? value.value : 0
  }
  const node = tree.addNode({
    entry,
    parent: isInlined ? parent : -1,
    callFile: isInlined ? (unit.files[number(names.callFile)] ?? 0) : 0,
    callLine: isInlined ? number(names.callLine) : 0,
  })
  for (const { start, end } of ranges) tree.addRange(start, end, node)
  return node
}

function rangesOf(attributes: Attributes, { unit, sections, work }: EntryDeps): { start: number; end: number }[] {
  const start = addressOf(attributes.get(names.low), unit, sections)
  const high = attributes.get(names.high)
  if (start !== undefined && high !== undefined) {
    // A number is the length, from version 4 on.
    const end = high.kind === 'number' || high.kind === 'offset' ? start + high.value : addressOf(high, unit, sections)
    work.addRange()
    return end === undefined || !(end > start) ? [] : [{ start, end }]
  }
  const list = attributes.get(names.ranges)
  return list === undefined ? [] : readRanges(list, unit, sections, work)
}

function addressOf(value: Value, unit: Unit, { addr }: DebugSections): number | undefined {
  if (value?.kind === 'address') return value.value
  if (value?.kind !== 'addrx') return undefined
  const at = unit.addrBase + value.value * unit.addressBytes
  return at + unit.addressBytes > addr.bytes.length ? undefined : addr.at(at).word(unit.addressBytes)
}

/** Until version 3, offsets have the form of a number. */
function offsetOf(value: Value): number | undefined {
  return value?.kind === 'offset' || value?.kind === 'number' ? value.value : undefined
}
