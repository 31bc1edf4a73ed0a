import { type Static, Type } from '@sinclair/typebox'
import { MetricName } from '../../src/domain/scores/metric-name.ts'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { route } from '../../src/platform/http/route.ts'
import { Nullable, OneOf } from '../../src/platform/schemas/schemas.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { SCORED_FEEDS } from '../../src/scoring/scored-feeds.ts'

const Field = Type.Object(
  {
    name: Type.String({ examples: ['min_score'] }),
    label: Type.String({ description: 'What people call it', examples: ['Lowest total'] }),
    help: Type.String({
      description: 'One sentence about it',
      examples: ['The lowest total of the tier; null makes it the tier of sellers with too little data'],
    }),
    required: Type.Boolean({ description: 'A new record names it', examples: [true] }),
  },
  { title: 'ConfigField' },
)

const ConfigType = Type.Object(
  {
    type: OneOf(RULE_TYPES, { description: 'Its records are at /api/config/{type}', examples: ['tiers'] }),
    label: Type.String({ examples: ['Tiers'] }),
    about: Type.String({ examples: ['A named band of the total, with what it brings'] }),
    identity: Type.String({
      description: 'The field that records share when one stands in for the other',
      examples: ['name'],
    }),
    fields: Type.Array(Field, { description: 'In the order of a form' }),
    schema: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The JSON schema of a new record, with defaults, limits and examples',
      examples: [{ type: 'object', required: ['name', 'rank'] }],
    }),
  },
  { title: 'ConfigType' },
)
export type ConfigType = Static<typeof ConfigType>

export const typesRoute = route('GET', '/api/config/types', 'config.read', {
  config: { answersTag: true },
  operationId: 'listConfigTypes',
  summary: 'What types of records there are',
  description: 'With the fields of each, as a form needs them.',
  response: { 200: Type.Object({ data: Type.Array(ConfigType) }) },
})

const ScoreMetric = Type.Object(
  {
    metric: MetricName({ examples: ['on_time_ready_rate'] }),
    code: Type.String({ description: 'What reasons call it', examples: ['O2'] }),
    component: ScoreComponent({ examples: ['o_score'] }),
    label: Type.String({ examples: ['Ready on time'] }),
    about: Type.String({
      description: 'How it is counted, in words',
      examples: ['The share of orders that were ready when they were due.'],
    }),
    unit: OneOf(['percent', 'per 100 orders', 'days', 'weeks'], { examples: ['percent'] }),
    direction: OneOf(['up', 'down', 'between'], {
      description:
        'Where the better values are, by the records of a new installation: up, down, or between two values',
      examples: ['up'],
    }),
    counts: Type.String({
      description: 'What min_volume counts',
      examples: ['orders that were due to be ready'],
    }),
    most: Nullable(Type.Number(), {
      description: 'The highest value that there can be; null where there is none',
      examples: [100],
    }),
    reads: Type.Array(OneOf([...SCORED_FEEDS]), {
      description: 'It has no value in a month in which one of these feeds is not in use',
      examples: [['orders']],
    }),
    params: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['age_days'] }),
        label: Type.String({ examples: ['Age days'] }),
        default: Type.Number({ examples: [180] }),
      }),
      { description: 'The settings that a record may give' },
    ),
  },
  { title: 'ScoreMetric' },
)
export type ScoreMetric = Static<typeof ScoreMetric>

export const metricsRoute = route('GET', '/api/config/metrics', 'config.read', {
  config: { answersTag: true },
  operationId: 'listMetrics',
  summary: 'What metrics there are',
  description: 'What each measures, in which unit, and which values are better.',
  response: { 200: Type.Object({ data: Type.Array(ScoreMetric) }) },
})
