// Usage: node run-wasi.mjs RUBY.wasm RUBY.js FOLDER SCRIPT (the folder is its root)
import { readFileSync } from 'node:fs'
import { WASI } from 'node:wasi'

const [file, library, folder, script] = process.argv.slice(2)
const { RubyVM } = await import(library)
const wasi = new WASI({ version: 'preview1', env: {}, preopens: { '/': folder }, returnOnExit: true })
const module = await WebAssembly.compile(readFileSync(file))
const { vm } = await RubyVM.instantiateModule({ module, wasip1: wasi })
vm.eval(`load '${script}'`)
