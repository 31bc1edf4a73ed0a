import t from 'tap'
import { fuzz } from './fuzz.ts'

await fuzz(t, (path) => /^\/api\/(sync|sos)/.test(path), 300)
