import { reducers } from './reducers.js'
import { createStore } from './store.js'

const store = createStore(reducers)

const dispatchAll = (actions) => actions.forEach((action) => store.dispatch(action))

const batches = [
  [
    { type: 'add', id: 1 },
    { type: 'add', id: 1 },
  ],
  [{ type: 'remove', id: 9 }],
  [{ type: 'explode' }],
]
for (const batch of batches) {
  try {
    dispatchAll(batch)
  } catch (error) {
    report(error)
  }
}
