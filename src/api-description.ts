import { Components, TierShown, Trend } from './domain/scores/score-record.ts'
import { FIELD_HELP, FOLLOWS, fieldLabel, REFERS } from './domain/words/fields.ts'
import { ERROR_CODES } from './error-codes.ts'
import { eventDocuments, eventModels, webhookSecurity } from './event-documents.ts'
import type { ApiDescription } from './platform/openapi/description.ts'
import { Created, OneOf, Success } from './platform/schemas/schemas.ts'
import { VERSION } from './version.ts'

const INTRODUCTION =
  'Scores the sellers of a fulfilment operator every month, explains every number, and tells other systems. Lists that do not always come whole take `page` and `limit`, feeds a cursor; every list answers `Accept: text/csv` with all of its rows; an `Accept` that names no type of the answer is a 406; bodies may be gzip; every POST that changes something takes `Idempotency-Key`; every error is `{"error": "<sentence>"}`, with a word for programs in the header `X-Error-Code`. A service with a rate limit says in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` what is left of the minute, and answers 429 with `Retry-After` beyond it.'

const CODES = `| X-Error-Code | meaning |\n|---|---|\n${Object.entries(ERROR_CODES)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n')}`

/** How the API's document introduces the service. */
export const API_DESCRIPTION: ApiDescription = {
  title: 'Seller Operating Score',
  version: VERSION,
  description: `${INTRODUCTION}\n\n${CODES}`,
  tags: {
    health: 'Is the service up and ready',
    auth: 'Log in, refresh, log out, API keys',
    sellers: 'Sellers, their score exceptions, account managers',
    sync: 'Facts pushed by upstream systems',
    sos: 'Scores: calculate, read, explain, review, finalize',
    corrections: 'Months that were finalized wrongly, corrected by two people',
    transparency: 'Certificates of final scores, and the log that proves them',
    simulation: 'What a score would be, and the least that it takes to reach a tier',
    model: 'Whether the scores are fair, stable and worth anything',
    projections: 'Where the score of the running month may be at its end',
    campaigns: 'Campaigns, with what sellers forecast and sold in them',
    appeals: 'Appeals against scores and their two reviews',
    portfolio: 'Portfolios of account managers, with their KPI and its bonus or penalty',
    dashboard: 'A month at a glance, and months beside each other',
    surcharges: 'Surcharges and payment blocks of sellers',
    revenue: 'What sellers turned over, as accounting has pushed it',
    enforcement: 'May orders of a seller be shipped',
    events: 'What happened, as a feed',
    webhooks: 'Subscriptions to events, and the log of their delivery',
    config: 'The records that scoring reads',
    backtests: 'What a draft of other records would have done to past months',
    users: 'Accounts',
    employees: 'Employees',
    warehouses: 'Warehouses',
    audit: 'Who changed what',
    words: 'What people call the words of the API',
    console: 'What the web console asks for first: how one signs in, and who one is',
  },
  fields: { labelOf: fieldLabel, refers: REFERS, help: FIELD_HELP, follows: FOLLOWS },
  models: {
    ErrorCode: OneOf(Object.keys(ERROR_CODES), {
      description: 'What X-Error-Code says. A later release may have more of them',
      examples: ['seller_not_found'],
    }),
    Success,
    Created,
    ScoreTier: TierShown,
    ComponentScore: Components.properties.o_score,
    ScoreComponents: Components,
    ScoreTrend: Trend,
    ...eventModels(),
  },
  webhooks: eventDocuments(),
  webhookSecurity,
}
