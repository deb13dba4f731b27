/** The shop's error. */
export class StockError extends Error {
  code = 'E_STOCK'
}

const shelves = { 'A-17': undefined }

function readShelf(sku) {
  return shelves[sku].count
}

/** Throws an error with a cause. */
export function reserve(sku) {
  try {
    return readShelf(sku)
  } catch (cause) {
    throw new StockError(`No stock for ${sku}`, { cause })
  }
}

/** A promise that nothing awaits. */
export async function save() {
  await Promise.resolve()
  throw new RangeError('the basket is too full to be saved')
}
