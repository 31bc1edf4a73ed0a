import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
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
import type { Handler } from '../../src/platform/http/route.ts'
import { wordsRoute } from './schemas.ts'

/** What people call the words of the API. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...wordsRoute, handler: getWords })
}

export default fp(plugin, { name: 'words', encapsulate: true, dependencies: ['database', 'access'] })

const listOf = (words: Words) => Object.entries(words).map(([word, said]) => ({ word, ...said }))

const summaries = Object.fromEntries(Object.entries(EVENTS).map(([type, { summary }]) => [type, summary]))

/** The same for everybody and at any time. */
const FIXED = {
  components: listOf(COMPONENT_WORDS),
  metrics: listOf(METRIC_WORDS),
  am_metrics: listOf(AM_METRIC_WORDS),
  directions: listOf(DIRECTION_WORDS),
  score_statuses: listOf(SCORE_STATUS_WORDS),
  appeal_statuses: listOf(APPEAL_STATUS_WORDS),
  surcharge_statuses: listOf(SURCHARGE_STATUS_WORDS),
  campaign_statuses: listOf(CAMPAIGN_STATUS_WORDS),
  seller_statuses: listOf(SELLER_STATUS_WORDS),
  levers: listOf(LEVER_WORDS),
  path_reasons: listOf(PATH_REASON_WORDS),
  checks: listOf(CHECK_WORDS),
  roles: listOf(ROLE_WORDS),
  event_types: listOf(labelled(summaries)),
  error_codes: listOf(labelled(ERROR_CODES)),
}

const getWords: Handler<typeof wordsRoute> = async ({ server }) => {
  const { tiers } = await rulesOf(server.db, ['tiers'], runningPeriod(server))
  return {
    ...FIXED,
    tiers: tiers
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ name, benefits }) => ({ word: name, label: name, sentence: benefits })),
  }
}
