import { key } from './key.ts'

export const operatorKeys = {
  overview: key('operator'),
  users: key('operator', 'users'),
  organizations: key('operator', 'organizations'),
}
