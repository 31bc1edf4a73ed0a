import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { EVENTS } from '../../src/domain/events/event-types.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { COMPONENT_WORDS } from '../../src/domain/words/components.ts'
import { LEVER_WORDS, PATH_REASON_WORDS } from '../../src/domain/words/levers.ts'
import { AM_METRIC_WORDS, METRIC_WORDS } from '../../src/domain/words/metrics.ts'
import {
  APPEAL_STATUS_WORDS,
  CAMPAIGN_STATUS_WORDS,
  CHECK_WORDS,
  DIRECTION_WORDS,
  ROLE_WORDS,
  SCORE_STATUS_WORDS,
  SELLER_STATUS_WORDS,
  SURCHARGE_STATUS_WORDS,
} from '../../src/domain/words/states.ts'
import { labelled, type Words } from '../../src/domain/words/word.ts'
import { ERROR_CODES } from '../../src/error-codes.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Model } from '../../src/platform/schemas/schemas.ts'

/** What people call the words of the API. */
export default async function plugin(app: FastifyInstance) {
  app.route(getWords)
}

const Word = Model('Word', {
  word: Type.String({ description: 'As answers have it', examples: ['under_review'] }),
  label: Type.String({ description: 'What people call it', examples: ['Reviewed'] }),
  sentence: Type.String({
    description: 'What it means',
    examples: ['Somebody looks at it, or an appeal is open.'],
  }),
})

const summaries = Object.fromEntries(Object.entries(EVENTS).map(([type, { summary }]) => [type, summary]))

/** What each list is of, and its words, which are the same for everybody and at any time but for the tiers. */
const LISTS = {
  components: ['Components of the score', COMPONENT_WORDS],
  metrics: ['Metrics of scores; GET /api/config/metrics has more of them', METRIC_WORDS],
  am_metrics: ['Metrics of account managers', AM_METRIC_WORDS],
  tiers: ['Tiers, highest first; the sentence is what the tier brings', {}],
  directions: ['How a score has changed', DIRECTION_WORDS],
  score_statuses: ['States of monthly scores', SCORE_STATUS_WORDS],
  appeal_statuses: ['States of appeals', APPEAL_STATUS_WORDS],
  surcharge_statuses: ['States of surcharges', SURCHARGE_STATUS_WORDS],
  campaign_statuses: ['States of campaigns', CAMPAIGN_STATUS_WORDS],
  seller_statuses: ['States of sellers', SELLER_STATUS_WORDS],
  levers: ['What a seller can do about a score', LEVER_WORDS],
  path_reasons: ['Why a tier can’t be reached', PATH_REASON_WORDS],
  checks: ['Kinds of checks of a month’s data', CHECK_WORDS],
  roles: ['Roles of accounts', ROLE_WORDS],
  event_types: ['Types of events', labelled(summaries)],
  error_codes: ['What the header X-Error-Code says', labelled(ERROR_CODES)],
} satisfies Record<string, [description: string, Words]>

const ofLists = <Made>(make: (description: string, words: Words) => Made) =>
  Object.fromEntries(
    Object.entries(LISTS).map(([name, [description, words]]) => [name, make(description, words)]),
  ) as Record<keyof typeof LISTS, Made>

const FIXED = ofLists((_, words) => Object.entries(words).map(([word, said]) => ({ word, ...said })))

const getWords = endpoint('GET', '/api/words', 'user', {
  tags: ['words'],
  operationId: 'getWords',
  summary: 'What people call the words of the API',
  description:
    'Every word of a closed list with a label and one sentence, for pages and mails. Words are in the order of their list. Tiers are those of the current month.',
  response: {
    200: Type.Object(
      ofLists((description) => Type.Array(Word, { description })),
      { title: 'Words' },
    ),
  },
})(async ({ server }) => {
  const { tiers } = await rulesOf(server.db, ['tiers'], runningPeriod(server))
  return {
    ...FIXED,
    tiers: tiers
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ name, benefits }) => ({ word: name, label: name, sentence: benefits })),
  }
})
