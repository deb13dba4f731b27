var plugin = {}

plugin.install = (host) => {
  host.hooks.push(plugin.hook)
}

plugin.hook = (value) => value

plugin.options = {
  validate: (options) => check(options, 0),
}

function check(options, depth) {
  if (depth === options.depth) throw new Error('too deep: ' + depth)
  return check(options, depth + 1)
}

export { plugin }
