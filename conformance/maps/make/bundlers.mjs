// Builds the programs of the maps with each bundler for JavaScript.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Each bundler with the function that builds a program: with its own minifier and a map beside the file, unless its name says otherwise.
 * Returns the files of the build, the entry first. `oracle` is the map for the maker alone, where the code has it inline.
 */
export const bundlers = {
  esbuild: { package: 'esbuild', build: (program) => esbuild(program, {}) },
  'esbuild-inline': { package: 'esbuild', build: esbuildInline },
  'esbuild-sections': { package: 'esbuild', build: sections },
  'esbuild-without-text': { package: 'esbuild', build: (program) => esbuild(program, { sourcesContent: false }) },
  'rollup-terser': { package: 'rollup', build: (program) => rollupTerser(program, true) },
  'rollup-terser-without-text': { package: 'rollup', build: (program) => rollupTerser(program, false) },
  rolldown: { package: 'rolldown', build: rolldown },
  vite: { package: 'vite', build: vite },
  webpack: {
    package: 'webpack',
    build: (program) => webpack(program, program.tools.webpack.default, ['ts-blank-loader.cjs']),
  },
  rspack: { package: '@rspack/core', build: rspack },
  tsc: { package: 'typescript', build: tsc },
  swc: { package: '@swc/core', build: swc },
}

async function esbuild({ source, entry, tools }, options) {
  const { outputFiles } = await tools.esbuild.build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    sourcemap: 'external',
    write: false,
    outfile: join(source, 'main.mjs'),
    ...options,
  })
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text
  return [{ name: 'main.mjs', code: text('.mjs'), map: text('.map') }]
}

async function esbuildInline(program) {
  const [{ name, code }] = await esbuild(program, { sourcemap: 'inline' })
  const base64 = code.slice(code.lastIndexOf('base64,') + 7)
  return [{ name, code, oracle: Buffer.from(base64, 'base64').toString() }]
}

/** The build of one program behind another one on the same line, as a server concatenates them. */
async function sections(program) {
  const [{ code, map }] = await esbuild(program, {})
  const { code: first, map: firstMap } = program.tools.esbuild.transformSync(
    'function first() {\n  return "of all"\n}\nfirst()',
    {
      minify: true,
      sourcemap: 'external',
      sourcefile: 'first.js',
    },
  )
  const start = first.trimEnd()
  const all = [
    { offset: { line: 0, column: 0 }, map: JSON.parse(firstMap) },
    { offset: { line: 0, column: start.length }, map: JSON.parse(map) },
  ]
  return [{ name: 'main.mjs', code: start + code, map: JSON.stringify({ version: 3, sections: all }) }]
}

async function rollupTerser({ source, entry, tools }, withText) {
  const blank = {
    name: 'blank-types',
    transform: (code, id) => (id.endsWith('.ts') ? { code: tools['ts-blank-space'].default(code), map: null } : null),
  }
  const bundle = await tools.rollup.rollup({ input: join(source, entry), plugins: [blank] })
  const { output } = await bundle.generate({
    format: 'es',
    sourcemap: true,
    sourcemapExcludeSources: !withText,
    file: join(source, 'main.mjs'),
  })
  const { code, map } = await tools.terser.minify(output[0].code, {
    module: true,
    ecma: 2022,
    toplevel: true,
    sourceMap: { content: output[0].map, includeSources: withText },
  })
  return [{ name: 'main.mjs', code, map }]
}

async function rolldown({ source, entry, output, tools }) {
  const { output: files } = await tools.rolldown.build({
    input: join(source, entry),
    logLevel: 'silent',
    output: { file: join(output, 'main.mjs'), format: 'esm', minify: true, sourcemap: 'hidden' },
  })
  return [
    { name: 'main.mjs', code: files[0].code, map: files.find(({ fileName }) => fileName.endsWith('.map')).source },
  ]
}

async function vite({ source, entry, output, tools }) {
  await tools.vite.build({
    root: source,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: entry,
      outDir: output,
      emptyOutDir: false,
      minify: true,
      sourcemap: 'hidden',
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
  const read = (name) => readFileSync(join(output, name), 'utf8')
  return [{ name: 'main.mjs', code: read('main.mjs'), map: read('main.mjs.map') }]
}

/** Types are blanked by a loader of our own, so that no other tool makes a map of its own. */
async function webpack({ source, entry, output }, compiler, [loader]) {
  const path = join(source, '..', loader)
  writeFileSync(path, "module.exports = function (code) { return require('ts-blank-space').default(code) }")
  return runWebpack(compiler, source, entry, output, [{ test: /\.ts$/, use: path }])
}

async function rspack({ source, entry, output, tools }) {
  const typescript = {
    test: /\.ts$/,
    loader: 'builtin:swc-loader',
    options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  }
  return runWebpack(tools['@rspack/core'].rspack, source, entry, output, [typescript])
}

async function runWebpack(compiler, source, entry, output, rules) {
  const options = {
    mode: 'production',
    target: 'node20',
    context: source,
    entry: `./${entry}`,
    devtool: 'hidden-source-map',
    output: { path: output, filename: 'main.cjs' },
    module: { rules },
  }
  const stats = await new Promise((done, failed) =>
    compiler(options, (error, result) => (error ? failed(error) : done(result))),
  )
  if (stats.hasErrors()) throw new Error(stats.toString())
  const read = (name) => readFileSync(join(output, name), 'utf8')
  return [{ name: 'main.cjs', code: read('main.cjs'), map: read('main.cjs.map') }]
}

function tsc({ source, tools }) {
  const compilerOptions = {
    target: 99,
    module: 99,
    sourceMap: true,
    inlineSources: true,
    removeComments: true,
    rewriteRelativeImportExtensions: true,
  }
  const names = readdirSync(source).sort((one) => (one.startsWith('main.') ? -1 : 1))
  return names.map((fileName) => {
    const text = readFileSync(join(source, fileName), 'utf8')
    const { transpileModule } = tools.typescript.default
    const { outputText, sourceMapText } = transpileModule(text, { compilerOptions, fileName })
    const name = fileName.replace(/\.ts$/, '.js')
    return { name, code: outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), map: sourceMapText }
  })
}

/** File by file, minified, as servers are built without a bundler. */
function swc({ source, tools }) {
  const names = readdirSync(source).sort((one) => (one.startsWith('main.') ? -1 : 1))
  return names.map((filename) => {
    // The ending keeps its length, so that positions stay.
    const text = readFileSync(join(source, filename), 'utf8').replaceAll(/(from '.*)\.ts'/g, "$1.js'")
    const syntax = filename.endsWith('.ts') ? 'typescript' : 'ecmascript'
    const { code, map } = tools['@swc/core'].default.transformSync(text, {
      filename,
      configFile: false,
      swcrc: false,
      isModule: true,
      minify: true,
      sourceMaps: true,
      jsc: { parser: { syntax }, target: 'es2022', minify: { compress: true, mangle: { toplevel: true } } },
    })
    return { name: filename.replace(/\.ts$/, '.js'), code, map }
  })
}
