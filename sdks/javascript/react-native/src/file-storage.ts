import type { KeyValueStorage } from './store.ts'

interface File {
  exists: boolean
  name: string
  text(): Promise<string>
  write(text: string): void
  delete(): void
}

interface Folder {
  list(): { name: string }[]
  create(options?: object): void
}

/** `expo-file-system` since SDK 54; the module names its directories itself. */
export interface ExpoFileSystem<Directory extends Folder = Folder> {
  File: new (...parts: (string | Directory)[]) => File
  Directory: new (...parts: (string | Directory)[]) => Directory
  Paths: { document: Directory }
}

/**
 * Stores events in files, for apps with `expo-file-system` (SDK 54 and later) and without AsyncStorage. A file is
 * written synchronously, so it survives even if the app ends in the next moment.
 *
 * @example init({ …, storage: fileStorage(FileSystem) }) // import * as FileSystem from 'expo-file-system'
 */
export function fileStorage<D extends Folder>({ Directory, File, Paths }: ExpoFileSystem<D>): KeyValueStorage {
  let folder: D | undefined
  const open = () => {
    if (folder === undefined) {
      folder = new Directory(Paths.document, 'bugle')
      folder.create({ intermediates: true, idempotent: true })
    }
    return folder
  }
  const file = (key: string) => new File(open(), key)
  return {
    getAllKeys: async () =>
      open()
        .list()
        .map(({ name }) => name),
    getItem: async (key) => (file(key).exists ? file(key).text() : null),
    setItem: async (key, value) => file(key).write(value),
    async removeItem(key) {
      if (file(key).exists) file(key).delete()
    },
  }
}
