import t from 'tap'
import { fuzz } from './fuzz.ts'

await fuzz(t, (path) => /^\/api\/(auth|users|employees|audit|warehouses|sellers)/.test(path), 300)
