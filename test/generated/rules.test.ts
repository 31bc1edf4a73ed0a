import t from 'tap'
import { testGeneratedRequests } from './generated-requests.ts'

await testGeneratedRequests(t, 'rules')
