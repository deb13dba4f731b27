export function createStore(reducers) {
  let state = { ids: [] }
  const reduce = (action) => {
    const reducer = reducers[action.type]
    return reducer ? reducer(state, action) : fail(`no reducer for ${action.type}`)
  }
  function fail(message) {
    throw new Error(message)
  }
  return {
    dispatch(action) {
      state = reduce(action)
      return state
    },
    get state() {
      return state
    },
  }
}
