import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'

await testGeneratedRequests(t, (path) => path.startsWith('/api/config'), 200)
