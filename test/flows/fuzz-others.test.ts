import t from 'tap'
import { fuzz } from './fuzz.ts'

const ELSEWHERE = /^\/api\/(auth|users|employees|audit|warehouses|sellers|sync|sos|config)/

await fuzz(t, (path) => path.startsWith('/api') && !ELSEWHERE.test(path), 300)
