import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'

await testGeneratedRequests(t, (path) => /^\/api\/(sync|sos)/.test(path), 300)
