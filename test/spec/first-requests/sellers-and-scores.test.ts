import t from 'tap'
import { sellersAndScores } from './sellers-and-scores.ts'
import { sendAll } from './send.ts'

await sendAll(t, sellersAndScores)
