/** Reports an error every 20 ms, fifty in all, and ten times as many equal ones; waits until all have arrived. */
import { captureException, flush, init } from '@bugle/node'

init({
  token: process.env.BUGLE_TOKEN,
  endpoint: process.env.BUGLE_ENDPOINT,
  appId: 'com.example.desk',
  storeDirectory: process.env.BUGLE_STORE,
})

for (let i = 1; i <= 50; i += 1) {
  captureException(new Error(`parcel ${i} is late`))
  for (let belt = 1; belt <= 10; belt += 1) captureException(new RangeError('the belt stands still'))
  console.log(i)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
console.log((await flush(240_000)) ? 'all arrived' : 'some are missing')
