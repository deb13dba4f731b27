import { stableDirectory, stableFile } from './built-name.ts'

/** Directories whose folders are named for the packages in them, with the directory that must be above them, if any. */
const stores = new Map([
  ['node_modules', undefined],
  ['site-packages', undefined],
  ['dist-packages', undefined],
  ['gems', undefined],
  ['pub.dev', 'hosted'],
  ['git', '.pub-cache'],
  ['packages', '.julia'],
  ['store', 'nix'],
  ['checkouts', 'git'],
  ['Cellar', undefined],
])

/** Returns the index of the folder that is named for a package, where a package manager placed it; else -1. */
export function packageAt(parts: string[]): number {
  for (let index = parts.length - 2; index >= 0; index--) {
    const parent = parts[index - 1] ?? ''
    const above = parts[index - 2]
    if (stores.has(parent) && (stores.get(parent) ?? above) === above) return index
    if (above === 'src' && parts[index - 3] === 'registry') return index
    // Networks of npm put the version behind the name: `npm/@acme/slides@1.2.3/dist/core.js`.
    if (parts[index]!.indexOf('@') > 0 && /@v?\d+\.\d/.test(parts[index]!))
      return parent.startsWith('@') ? index - 1 : index
  }
  return -1
}

/** Returns a file of a package, by the name of the package and the end of the path: two packages have an `index.js` each. */
export function libraryPath(parts: string[]): string {
  const scoped = parts[0]!.startsWith('@') && parts.length > 2 ? 2 : 1
  const inner = parts.slice(scoped)
  const kept = [...parts.slice(0, scoped), ...inner.slice(-2)]
  return kept
    .map((part, index) => (index === kept.length - 1 ? stableFile(part, kept[index - 1]) : stableDirectory(part)))
    .join('/')
}
