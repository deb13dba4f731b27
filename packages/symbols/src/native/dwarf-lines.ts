import { maxPathBytes } from '../limits.ts'
import { broken } from '../refusal.ts'
import type { ByteView } from './byte-view.ts'
import { type DebugSections, type Encoding, readForm, textOf } from './dwarf-forms.ts'
import { addresses, integers } from './growing-array.ts'
import type { StringTable } from './string-table.ts'
import type { WorkLimit } from './work-limit.ts'

/** Rows of all line tables: from an address on, code is of a line of a file. */
export class LineRows {
  readonly address = addresses()
  readonly file = integers()
  /** -1 ends the code that is known. */
  readonly line = integers()
  /** First rows of the sequences, each of which ascends. */
  readonly sequences = integers()
}

interface Program {
  minimum: number
  lineBase: number
  lineRange: number
  opcodeBase: number
  lengths: number[]
  end: number
  /** Numbers of the files' paths, by the number that the program uses. */
  files: number[]
}

/** Reads the line tables of a file; each once, however many units refer to it. */
export class LineTables {
  readonly rows = new LineRows()
  readonly #sections: DebugSections
  readonly #paths: StringTable
  readonly #work: WorkLimit
  readonly #known = new Map<number, number[]>()

  constructor(sections: DebugSections, paths: StringTable, work: WorkLimit) {
    this.#sections = sections
    this.#paths = paths
    this.#work = work
  }

  /** Reads the table at an offset of its section; returns the numbers of its files' paths. */
  read(offset: number, addressBytes: number, directory: string, strOffsetsBase: number): number[] {
    const known = this.#known.get(offset)
    if (known !== undefined) return known
    const view = this.#sections.line.at(offset)
    const program = this.#readHeader(view, { addressBytes, directory, strOffsetsBase })
    this.#known.set(offset, program.files)
    this.#run(view.part(view.offset, program.end), program, { addressBytes, directory })
    return program.files
  }

  #readHeader(
    view: ByteView,
    { addressBytes, directory, strOffsetsBase }: { addressBytes: number; directory: string; strOffsetsBase: number },
  ): Program {
    const start = view.offset
    let length = view.u32()
    let offsetBytes = 4
    if (length === 0xffffffff) {
      length = view.u64()
      offsetBytes = 8
    }
    const end = view.offset + length
    if (!(end <= view.bytes.length)) throw broken('a line table lies beyond the end of its section')
    const version = view.u16()
    if (version < 2 || version > 5) throw broken(`a line table has version ${version}`)
    const encoding = { version, offsetBytes, addressBytes }
    if (version >= 5) {
      encoding.addressBytes = view.u8()
      view.skip(1)
    }
    const headerLength = view.word(offsetBytes)
    const code = view.offset + headerLength
    if (!(code <= end)) throw broken('the head of a line table is longer than the table')
    const minimum = view.u8()
    if (version >= 4) view.skip(1)
    view.skip(1)
    const lineBase = view.i8()
    const lineRange = view.u8()
    const opcodeBase = view.u8()
    const lengths = Array.from({ length: Math.max(0, opcodeBase - 1) }, () => view.u8())
    const entries =
      version >= 5
        ? this.#readEntries(view, encoding, strOffsetsBase, directory)
        : this.#readOldEntries(view, directory)
    this.#work.addSteps(view.offset - start)
    view.offset = code
    return { minimum, lineBase, lineRange, opcodeBase, lengths, end, files: entries }
  }

  /** Directories and files until version 4: files count from 1, and directory 0 is that of the compiler. */
  #readOldEntries(view: ByteView, directory: string): number[] {
    const directories = [directory]
    for (let text = view.text(maxPathBytes); text !== ''; text = view.text(maxPathBytes)) {
      this.#work.addSteps(8)
      directories.push(joinPath(directory, text))
    }
    const files = [0]
    for (let name = view.text(maxPathBytes); name !== ''; name = view.text(maxPathBytes)) {
      this.#work.addSteps(8)
      files.push(this.#fileOf(view, name, directories))
    }
    return files
  }

  #fileOf(view: ByteView, name: string, directories: readonly string[]): number {
    const path = joinPath(directories[view.uleb()] ?? '', name)
    view.uleb()
    view.uleb()
    return this.#paths.numberOf(path)
  }

  /** Directories and files of version 5: both count from 0, and the table describes the fields of its entries. */
  #readEntries(view: ByteView, encoding: Encoding, strOffsetsBase: number, directory: string): number[] {
    const directories: string[] = []
    for (const { name } of this.#readTable(view, encoding, strOffsetsBase))
      directories.push(joinPath(directories[0] ?? directory, name))
    return [...this.#readTable(view, encoding, strOffsetsBase)].map((file) =>
      this.#paths.numberOf(joinPath(directories[file.directory] ?? '', file.name)),
    )
  }

  *#readTable(
    view: ByteView,
    encoding: Encoding,
    strOffsetsBase: number,
  ): Generator<{ name: string; directory: number }> {
    const formats = Array.from({ length: view.u8() }, () => ({ content: view.uleb(), form: view.uleb() }))
    const count = view.uleb()
    for (let index = 0; index < count; index++) {
      this.#work.addSteps(8 + formats.length)
      const entry = { name: '', directory: 0 }
      for (const { content, form } of formats) {
        const start = view.offset
        const value = readForm(view, form, encoding)
        if (content === 1)
          entry.name =
            value?.kind === 'text' && value.section === 'info'
              ? view.at(start).text(maxPathBytes)
              : textOf(value, this.#sections, strOffsetsBase, encoding)
        if (content === 2 && value?.kind === 'number') entry.directory = value.value
      }
      yield entry
    }
  }

  #run(
    view: ByteView,
    { minimum, lineBase, lineRange, opcodeBase, lengths, files }: Program,
    { addressBytes, directory }: { addressBytes: number; directory: string },
  ): void {
    const { address: addressRows, file: fileRows, line: lineRows, sequences } = this.rows
    let address = 0
    let file = 1
    let line = 1
    let isBegun = false
    const emit = (shownLine: number) => {
      this.#work.addRange()
      if (!isBegun) sequences.push(addressRows.length)
      isBegun = true
      addressRows.push(address)
      fileRows.push(files[file] ?? 0)
      lineRows.push(shownLine)
    }
    const advance = (opcode: number) => {
      if (lineRange === 0) throw broken('a line table divides by zero')
      const adjusted = opcode - opcodeBase
      address += Math.floor(adjusted / lineRange) * minimum
      return lineBase + (adjusted % lineRange)
    }
    while (!view.isAtEnd) {
      this.#work.addSteps(1)
      const opcode = view.u8()
      if (opcode >= opcodeBase) {
        line += advance(opcode)
        emit(bounded(line))
        continue
      }
      switch (opcode) {
        case 0: {
          const length = view.uleb()
          const next = view.offset + length
          if (!(next <= view.bytes.length)) throw broken('an instruction of a line table is too long')
          if (length === 0) break
          const extended = view.u8()
          if (extended === 1) {
            emit(-1)
            address = 0
            file = 1
            line = 1
            isBegun = false
          } else if (extended === 2) address = view.word(length - 1 > 0 && length - 1 <= 8 ? length - 1 : addressBytes)
          else if (extended === 3) files.push(this.#fileOf(view, view.text(maxPathBytes), [directory]))
          view.offset = next
          break
        }
        case 1:
          emit(bounded(line))
          break
        case 2:
          address += view.uleb() * minimum
          break
        case 3:
          line += view.sleb()
          break
        case 4:
          file = view.uleb()
          break
        case 5:
          view.uleb()
          break
        case 8:
          advance(255)
          break
        case 9:
          address += view.u16()
          break
        case 12:
          view.uleb()
          break
        case 6:
        case 7:
        case 10:
        case 11:
          break
        default:
          for (let count = lengths[opcode - 1] ?? 0; count > 0; count--) view.uleb()
      }
    }
    // A sequence without an end would claim everything after it.
    if (isBegun) emit(-1)
  }
}

/** Lines are from 0 on, where 0 is code of no line. */
function bounded(line: number): number {
  return line >= 0 && line <= 0x7fffffff ? Math.floor(line) : 0
}

/** Joins a folder and a path; a path that begins at a root, or with a scheme as those of Dart, stays as it is. */
export function joinPath(folder: string, path: string): string {
  const isWhole = path.startsWith('/') || /^[A-Za-z][\w+.-]*:/.test(path)
  const joined = isWhole || folder === '' ? path : folder.endsWith('/') ? folder + path : `${folder}/${path}`
  return joined.slice(0, maxPathBytes)
}
