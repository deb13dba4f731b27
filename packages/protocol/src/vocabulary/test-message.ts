/** Texts of a test message to a channel. Screens draw it before it is sent, so that they are defined here once. */
export const testMessage = {
  title: 'Test: new issue in Web shop',
  subject: "TypeError: Cannot read properties of undefined (reading 'total')",
  facts: [
    'in cart/sum.ts',
    '37 events, 21 people',
    'Bugle reaches this channel. Messages about issues look like this.',
  ],
  link: 'Open Bugle',
  settings: 'Settings',
} as const
