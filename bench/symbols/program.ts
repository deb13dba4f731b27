import { build } from 'esbuild'

/** A large program, minified, with its source map. */
export interface LargeProgram {
  code: string
  map: string
}

/** Bundles libraries of this repository's own dependencies: some ten megabytes of sources. */
export async function bundleLargeProgram(): Promise<LargeProgram> {
  const contents = "export * as typescript from 'typescript'\nexport * as react from 'react-dom/client'\n"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'external',
    outfile: 'app.js',
    write: false,
    logLevel: 'error',
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text
  return { code: textOf('.js'), map: textOf('.js.map') }
}
