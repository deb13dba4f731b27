export function createRouter() {
  const routes = new Map()
  const chain = (handlers, request) => {
    const [first, ...rest] = handlers
    return first(request, (changed) => chain(rest, changed))
  }
  return {
    get(path, handler) {
      routes.set(path, [...(routes.get(path) ?? []), handler])
    },
    handle(request) {
      const handlers = routes.get(request.path)
      if (handlers === undefined) throw new Error('404 ' + request.path)
      return chain(handlers, request)
    },
  }
}
