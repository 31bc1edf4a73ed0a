import { Type } from '@sinclair/typebox'
import { ifUnchanged } from '../../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Id, Nullable, Period, Text } from '../../../src/platform/schemas/schemas.ts'
import { AcceptFewFaults } from '../schemas.ts'

export const adoptRoute = route('POST', '/api/config/drafts/:id/adopt', 'config.write', {
  operationId: 'adoptConfigDraft',
  summary: 'Make a draft the rules from a month on',
  description:
    'A put posts a record from that month on, or rewrites the one that begins there, and ends when the record that it replaces was to end; a remove ends the record the month before. Needs a completed backtest of these changes and guards, made with the rules that are effective now, in which no guard fails, and replaces no record that begins after the running month by something else; an override_reason stands in for that. Who made the draft, has written any of its changes or guards, or changed it last can’t adopt it, unless as bod. A month from which on a score is final is refused. `warnings` name later-dated records that will take over, the planned ends of records, and records that count in that month or in the running one and not in both: the backtest is of the running one.',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: Closed({
    effective_from: Period({
      description: 'The first month that the changes are for',
      examples: ['2026-08'],
    }),
    backtest_id: Type.Optional(
      Nullable(Id({ examples: [9] }), { description: 'The completed backtest of the draft' }),
    ),
    accept: AcceptFewFaults(),
    override_reason: Type.Optional(
      Nullable(Text(1_000, { examples: ['Decided by the board on 3 July'] }), {
        description:
          'Why it is adopted although there is no such backtest, a guard fails, it replaces a version that is to come, or a bod has written it; it is audited',
      }),
    ),
  }),
})
