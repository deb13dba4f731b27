import { loadUser, saveUser } from './store.js'

async function rename(id, name) {
  const user = await loadUser(id)
  if (user.name === name) {
    throw new Error(`${name} has this name already`)
  }
  await saveUser({ ...user, name })
}

async function renameAll(ids, name) {
  for (const id of ids) {
    await rename(id, name)
  }
}

const steps = {
  async first() {
    await renameAll([1, 2], 'Ada')
  },
  second: async () => {
    await renameAll([3], '')
  },
}

for (const step of ['first', 'second']) {
  try {
    await steps[step]()
  } catch (error) {
    report(error)
  }
}
