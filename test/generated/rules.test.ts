import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'
import { isOfRecords } from './halves.ts'

await testGeneratedRequests(t, (path) => !isOfRecords(path))
