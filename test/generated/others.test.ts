import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'

const ELSEWHERE = /^\/api\/(auth|users|employees|audit|warehouses|sellers|sync|sos|config)/

await testGeneratedRequests(t, (path) => path.startsWith('/api') && !ELSEWHERE.test(path), 300)
