// Runs every scenario and passes the errors, in order, to `report(name, error)`.
globalThis.collectAll = async function collectAll(report) {
  for (const name of Object.keys(scenarios)) {
    try {
      await scenarios[name]()
      report(name, undefined)
    } catch (error) {
      report(name, error)
    }
  }
}
