const users = new Map([
  [1, { id: 1, name: 'Grace' }],
  [2, { id: 2, name: 'Ada' }],
  [3, { id: 3, name: 'Mary' }],
])

const later = (value) => new Promise((resolve) => setTimeout(resolve, 1, value))

export async function loadUser(id) {
  const user = await later(users.get(id))
  if (!user) throw new Error('no user ' + id)
  return user
}

export async function saveUser(user) {
  validate(user)
  await later(null)
  users.set(user.id, user)
}

function validate(user) {
  if (user.name.length === 0) throw new Error('a user without a name')
}
