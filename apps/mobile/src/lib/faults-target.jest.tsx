import { expect, it, jest } from '@jest/globals'
import { withoutSecrets } from './faults-target'

jest.mock('expo-sqlite/kv-store', () => require('../testing/phone').fakeStore())

it('reports neither e-mails, nor names of servers, nor texts of events', () => {
  const text = JSON.stringify(
    withoutSecrets({
      message: 'ada@example.com has no access to https://bugle.acme.example/api/issues',
      exceptions: [{ message: 'No label for “Payment of Grace failed”' }, { message: 'Unexpected "<secret>"' }],
      breadcrumbs: [
        { category: 'console', message: 'Payment of Grace failed' },
        { category: 'http', message: 'GET https://bugle.acme.example/m/', data: { body: 'Payment of Grace failed' } },
      ],
    }),
  )
  for (const secret of ['ada', 'example', 'Grace', '<secret>']) expect(text).not.toContain(secret)
  expect(text).toContain('/api/issues')
})
