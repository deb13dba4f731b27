import { broken } from '../refusal.ts'
import type { ByteView } from './byte-view.ts'
import type { WorkLimit } from './work-limit.ts'

/** The form of an entry of `.debug_info`. */
export interface Abbreviation {
  tag: number
  hasChildren: boolean
  /** Attribute, form and implicit value, of one attribute after the other. */
  attributes: number[]
}

/** Reads the tables of abbreviations, each once, however many units share it. */
export class AbbreviationTables {
  readonly #view: ByteView
  readonly #work: WorkLimit
  readonly #known = new Map<number, Map<number, Abbreviation>>()

  constructor(view: ByteView, work: WorkLimit) {
    this.#view = view
    this.#work = work
  }

  read(offset: number): Map<number, Abbreviation> {
    const known = this.#known.get(offset)
    if (known !== undefined) return known
    const view = this.#view.at(offset)
    const table = new Map<number, Abbreviation>()
    for (let code = view.uleb(); code !== 0; code = view.uleb()) {
      const abbreviation: Abbreviation = { tag: view.uleb(), hasChildren: view.u8() !== 0, attributes: [] }
      for (;;) {
        this.#work.addSteps(4)
        const name = view.uleb()
        const form = view.uleb()
        const implicit = form === 0x21 ? view.sleb() : 0
        if (name === 0 && form === 0) break
        abbreviation.attributes.push(name, form, implicit)
      }
      if (table.has(code)) throw broken('an abbreviation is declared twice')
      table.set(code, abbreviation)
      if (view.isAtEnd) break
    }
    this.#known.set(offset, table)
    return table
  }
}
