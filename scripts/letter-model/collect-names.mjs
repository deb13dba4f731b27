// Usage: node scripts/letter-model/collect-names.mjs > conformance/names/training.txt
// Collects the names from which the letter model is trained: of files, classes and functions in the packages of the lock
// file, as people wrote them. Names that `conformance/names` tests with are left out, and so is what a build generated.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from '../install.mjs'

const modules = join(rootPath, 'node_modules')
const lock = JSON.parse(readFileSync(join(rootPath, 'package-lock.json'), 'utf8'))
const wanted = 36_000
/** Files of one package that are read, so that no package outweighs the others. */
const filesOfPackage = 400
const longest = 300_000

const tested = new Set(
  ['files', 'classes', 'functions'].flatMap((kind) =>
    readFileSync(join(rootPath, `conformance/names/${kind}.txt`), 'utf8').split('\n'),
  ),
)

const names = new Set()
for (const path of Object.keys(lock.packages).sort()) {
  const folder = join(rootPath, path)
  if (!path.startsWith('node_modules/') || path.includes('/node_modules/', 13) || !isFolder(folder)) continue
  for (const file of filesOf(folder).slice(0, filesOfPackage)) collect(file)
}
// A sample in which every package has its part: each name has a place of its own, which depends on its letters alone.
const sample = [...names].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)).slice(0, wanted)
console.log(sample.sort().join('\n'))

/** Paths of the scripts and declarations below a folder, in order. */
function filesOf(folder, depth = 0) {
  if (depth > 5) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(path, depth + 1)
      return /\.(?:[cm]?js|d\.[cm]?ts)$/.test(entry.name) && !/\.min\.|bundle/.test(entry.name) ? [path] : []
    })
}

function collect(path) {
  for (const part of path.slice(modules.length + 1).split('/')) add(part.replace(/(?:\.d)?\.[cm]?[jt]s$/, ''))
  if (statSync(path).size > longest) return
  const text = readFileSync(path, 'utf8')
  // Minified code has names that nobody chose.
  if (text.length / text.split('\n').length > 200) return
  for (const [, name] of text.matchAll(/\b(?:class|function|interface)\s{1,3}([A-Za-z_$][\w$]{2,60})/g)) add(name)
}

function add(name) {
  const isName = /^[A-Za-z@_$][\w.$@-]{2,60}$/.test(name) && !tested.has(name)
  if (isName && !looksGenerated(name)) names.add(name)
}

/** Whether a part of a name changes between letters and digits more than once, or is a version: no name to learn from. */
function looksGenerated(name) {
  return /\d\.\d|\d[a-zA-Z]+\d|[0-9a-f]{10,}/.test(name) || /[-.](?=[\w-]{8}$)(?=.*\d)(?=.*[A-Z])/.test(name)
}

function placeOf(name) {
  let place = 2166136261
  for (let index = 0; index < name.length; index++) place = Math.imul(place ^ name.charCodeAt(index), 16777619)
  return place >>> 0
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
