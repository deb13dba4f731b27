// A module with one function, which calls the function passed to it.
scenarios.wasm = () => {
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 3, 2, 1, 0]
  bytes.push(7, 7, 1, 3, 114, 117, 110, 0, 1, 10, 6, 1, 4, 0, 16, 0, 11)
  const module = new WebAssembly.Module(new Uint8Array(bytes))
  new WebAssembly.Instance(module, { e: { f: outer } }).exports.run()
}
