const assertFree = (ids, id) => {
  if (ids.includes(id)) throw new Error(`${id} is taken`)
}

function indexOf(ids, id) {
  const index = ids.indexOf(id)
  if (index < 0) throw new RangeError(`${id} is unknown`)
  return index
}

export const reducers = {
  add: (state, { id }) => {
    assertFree(state.ids, id)
    return { ids: [...state.ids, id] }
  },
  remove(state, { id }) {
    return { ids: state.ids.toSpliced(indexOf(state.ids, id), 1) }
  },
}
