export function* batches(values, size) {
  if (size < 1) throw new RangeError('a batch of ' + size)
  let batch = []
  for (const value of values) {
    batch.push(value)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
