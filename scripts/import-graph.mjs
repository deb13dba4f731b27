// Usage: import { testsReachedBy } from './import-graph.mjs'
//
// Reads which file names which other file of the repository: by an import, or by a URL relative to itself, such as that of
// a case of conformance/. One pass over the texts, without a parser: half a second for the whole repository.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const source = /\.(?:ts|tsx|mjs|js)$/
/** Types alone change nothing that runs. */
const typesOnly = /\b(?:import|export) type\b[^'"]*\bfrom ['"][^'"\n]*['"]/g
const imported = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g
const located = /new URL\(\s*['"`]([^'"`$]+)(\$\{)?[^,]*,\s*import\.meta\.url/g
/** Files that all tests depend on, though none imports them. */
const common =
  /^(?:package-lock\.json|tsconfig\.json|vitest\.config\.ts|apps\/server\/test\/(?:setup|global-setup)\.ts)$/

/**
 * @param {string} root folder of the repository
 * @param {{ files: string[], changed: string[] }} given paths relative to it; those of deleted files may be among them
 * @returns {string[]} the test files that name a changed file, directly or through others, and those that are changed
 */
export function testsReachedBy(root, { files, changed }) {
  // With deleted ones: whoever still names them is reached.
  const all = [...new Set([...files, ...changed])].filter((file) => !file.includes('node_modules/'))
  const reached = new Set(changed.some((file) => common.test(file)) ? all : changed)
  const namedBy = readImportGraph(root, all)
  for (const file of reached) for (const one of namedBy.get(file) ?? []) reached.add(one)
  return all.filter((file) => /\.test\.tsx?$/.test(file) && reached.has(file) && existsSync(join(root, file)))
}

/** Returns the files that each file is named by. */
function readImportGraph(root, files) {
  const known = new Set(files)
  const packages = readPackages(root, files)
  const namedBy = new Map()
  for (const file of files.filter((one) => source.test(one) && existsSync(join(root, one)))) {
    const text = readFileSync(join(root, file), 'utf8').replace(typesOnly, '')
    for (const target of targetsOf(file, text)) {
      if (!namedBy.has(target)) namedBy.set(target, new Set())
      namedBy.get(target).add(file)
    }
  }
  return namedBy

  function* targetsOf(file, text) {
    for (const [, specifier] of text.matchAll(imported)) {
      const path = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : packages.get(specifier)
      const end = ['', '.ts', '.tsx', '/index.ts'].find((one) => path !== undefined && known.has(path + one))
      if (end !== undefined) yield path + end
    }
    for (const [, url, isBeginning] of text.matchAll(located)) {
      const path = normalize(join(dirname(file), url))
      if (known.has(path)) yield path
      else if (url.endsWith('/') || isBeginning) yield* below(path, file)
    }
  }

  /** A folder, or the beginning of names in one; never one that holds the file itself, such as the whole repository. */
  function below(beginning, file) {
    const isAround = beginning.startsWith('.') || file.startsWith(beginning)
    return isAround ? [] : files.filter((one) => one.startsWith(beginning))
  }
}

/** Reads the entries of our packages: `@bugle/protocol/vocabulary` → `packages/protocol/src/vocabulary/index.ts`. */
function readPackages(root, files) {
  return new Map(
    files
      .filter((file) => /^(?:packages|sdks\/javascript)\/[^/]+\/package\.json$/.test(file))
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => {
        const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'))
        return Object.entries(exports).flatMap(([entry, path]) =>
          entriesOf(name + entry.slice(1), join(dirname(file), path)),
        )
      }),
  )

  function entriesOf(specifier, path) {
    if (!specifier.endsWith('*')) return [[specifier, path]]
    const [before, after] = path.split('*')
    return files
      .filter((file) => file.startsWith(before) && file.endsWith(after))
      .map((file) => [specifier.slice(0, -1) + file.slice(before.length, -after.length), file])
  }
}
