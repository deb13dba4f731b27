// Usage: node --import ./prelude.mjs PROGRAM
//
// Gives a program the function `report`, and prints the frames of all reported errors as V8's call sites have them.
const framesOf = new WeakMap()
const reports = []

Error.stackTraceLimit = 50
Error.prepareStackTrace = (error, sites) => {
  framesOf.set(
    error,
    sites.flatMap((site) => {
      const file = site.getFileName()
      if (!file || file.startsWith('node:') || site.isNative() || site.isPromiseAll()) return []
      const name = / \(.*\)$/s.test(site.toString()) ? site.toString().replace(/ \([^()]*\)$/, '') : undefined
      const own = name?.replace(/^async /, '').replace(/ \[as .*\]$/, '')
      return [{ ...(own ? { function: own } : {}), file, line: site.getLineNumber(), column: site.getColumnNumber() }]
    }),
  )
  return `${error}`
}

globalThis.report = (error) => {
  void error.stack
  reports.push(framesOf.get(error) ?? [])
}

process.once('exit', () => process.stdout.write(JSON.stringify(reports)))
