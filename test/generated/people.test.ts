import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'

await testGeneratedRequests(
  t,
  (path) => /^\/api\/(auth|users|employees|audit|warehouses|sellers)/.test(path),
  300,
)
