export function priceOf(item) {
  if (item.price === undefined) {
    throw new TypeError(`no price for ${item.name}`)
  }
  return item.price * (item.count ?? 1)
}

export const discountOf = (total, percent) => {
  if (percent > 100) throw new RangeError('more than everything: ' + percent)
  return total - (total * percent) / 100
}
