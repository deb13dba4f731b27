import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A stand-in for expo-file-system on this machine's files, with documents in this folder. */
export function fileSystem(folder) {
  class Directory {
    constructor(...parts) {
      this.path = join(...parts)
    }
    create() {
      mkdirSync(this.path, { recursive: true })
    }
    list() {
      return readdirSync(this.path).map((name) => ({ name }))
    }
  }
  class File {
    constructor({ path }, name) {
      this.name = name
      this.path = join(path, name)
    }
    get exists() {
      return existsSync(this.path)
    }
    async text() {
      return readFileSync(this.path, 'utf8')
    }
    write(text) {
      writeFileSync(this.path, text)
    }
    delete() {
      unlinkSync(this.path)
    }
  }
  return { Directory, File, Paths: { document: folder } }
}
