/** A file with its path below the folder that was chosen or dropped. */
export interface PathFile {
  file: File
  path: string
}

/** Files that an upload takes; a folder has others too. */
const taken = /\.(?:map|[cm]?js|jsbundle|bundle)$/i

/** Lists the files of an input, which may have chosen a folder. */
export function chosenFiles(files: FileList): PathFile[] {
  return [...files]
    .map((file) => ({ file, path: below(file.webkitRelativePath || file.name) }))
    .filter(({ path }) => taken.test(path))
}

/** Lists the files that were dropped, and those in dropped folders. */
export async function droppedFiles(items: DataTransferItemList): Promise<PathFile[]> {
  // Items are only there during the event, hence before the first wait.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = await Promise.all(
    dropped.map(async ({ entry, file }) => {
      if (entry?.isDirectory === true) return filesIn(entry as FileSystemDirectoryEntry, '')
      return file === null ? [] : [{ file, path: file.name }]
    }),
  )
  return files.flat().filter(({ path }) => taken.test(path))
}

async function filesIn(directory: FileSystemDirectoryEntry, path: string): Promise<PathFile[]> {
  const reader = directory.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (more.length === 0) break
    entries.push(...more)
  }
  const files = await Promise.all(
    entries.map((entry) =>
      entry.isDirectory
        ? filesIn(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`)
        : fileOf(entry, path + entry.name).then((file) => [file]),
    ),
  )
  return files.flat()
}

function fileOf(entry: FileSystemEntry, path: string): Promise<PathFile> {
  return new Promise((resolve, reject) =>
    (entry as FileSystemFileEntry).file((file) => resolve({ file, path }), reject),
  )
}

/** Removes the name of the chosen folder. */
function below(path: string): string {
  return path.includes('/') ? path.slice(path.indexOf('/') + 1) : path
}
