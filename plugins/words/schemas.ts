import { Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'

const Words = (description: string) =>
  Type.Array(
    Type.Object(
      {
        word: Type.String({ description: 'As answers have it', examples: ['under_review'] }),
        label: Type.String({ description: 'What people call it', examples: ['Under review'] }),
        sentence: Type.String({
          description: 'What it means',
          examples: ['Somebody looks at it, or an appeal is open.'],
        }),
      },
      { title: 'Word' },
    ),
    { description },
  )

export const wordsRoute = route('GET', '/api/words', 'user', {
  config: { answersTag: true },
  tags: ['words'],
  operationId: 'getWords',
  summary: 'What people call the words of the API',
  description:
    'Every word of a closed list with a label and one sentence, for pages and mails. Words are in the order of their list. Tiers are those of the current month.',
  response: {
    200: Type.Object(
      {
        components: Words('Components of the score'),
        metrics: Words('Metrics of scores; GET /api/config/metrics has more of them'),
        am_metrics: Words('Metrics of account managers'),
        tiers: Words('Tiers, highest first; the sentence is what the tier brings'),
        directions: Words('How a score has changed'),
        score_statuses: Words('States of monthly scores'),
        appeal_statuses: Words('States of appeals'),
        surcharge_statuses: Words('States of surcharges'),
        campaign_statuses: Words('States of campaigns'),
        seller_statuses: Words('States of sellers'),
        levers: Words('What a seller can do about a score'),
        path_reasons: Words('Why a tier can’t be reached'),
        checks: Words('Kinds of checks of a month’s data'),
        roles: Words('Roles of accounts'),
        event_types: Words('Types of events'),
        error_codes: Words('What the header X-Error-Code says'),
      },
      { title: 'Words' },
    ),
  },
})
