// Usage: jsc SCRIPT … run-jsc.js (prints JSON)
var out = []
collectAll((name, error) => {
  out.push({ name: name, type: error.name, message: error.message, stack: String(error.stack) })
}).then(() => {
  print(JSON.stringify(out))
})
