/** Receives the parts of a map, in the order of the file. */
export interface MapVisitor {
  /** A map begins at a position of the generated file: the file itself, or a section. */
  startMap(line: number, column: number): void
  endMap(): void
  sourceRoot(root: string): void
  source(path: string | null): void
  /** Text of the next source in pieces; `endText` follows, also when there is no text. */
  text(piece: Uint8Array): void
  endText(hasText: boolean): void
  name(piece: Uint8Array): void
  endName(): void
  mappings(piece: Uint8Array): void
  endMappings(): void
  ignored(source: number): void
  /** Metro's names of the functions of the next source; undefined when it has none. */
  functionMap(map: MetroFunctionMap | undefined): void
  debugId(id: string): void
  /** The map has offsets of Hermes' bytecode. */
  hermes(): void
}

/** Names of functions as Metro writes them into `x_facebook_sources`, for maps without text. */
export interface MetroFunctionMap {
  names: string[]
  mappings: string
}
