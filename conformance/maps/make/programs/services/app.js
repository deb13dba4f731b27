export const createApp = ({ name }) => {
  const layers = []
  const prices = { 1: 10 }

  const priceOf = (id) => {
    const price = prices[id]
    if (price === undefined) throw new Error(`${name}: no price of ${id}`)
    return price
  }

  return {
    use: (layer) => layers.push(layer),
    async receive(request) {
      const run = (index) => (changed) => layers[index](changed, run(index + 1))
      return await run(0)(request)
    },
    async total(ids) {
      await null
      return ids.reduce((sum, id) => sum + priceOf(id), 0)
    },
  }
}
