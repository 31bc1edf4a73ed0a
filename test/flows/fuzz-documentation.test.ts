import t from 'tap'
import { fuzz } from './fuzz.ts'

await fuzz(t, (path) => !path.startsWith('/api'), 100)
