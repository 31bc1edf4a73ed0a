import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Period, Text, Timestamp } from '../../../src/platform/schemas/schemas.ts'
import { Changes } from './changes.ts'
import { Guards, Limits } from './guards.ts'

export const name = Text(80, { description: 'What the draft is called', examples: ['Stricter lateness'] })
const user = (description: string) => Type.Integer({ description, examples: [1] })

export const ShownDraft = Type.Object(
  {
    id: Id(),
    name,
    version: Type.Integer({ description: 'Counts the changes of this draft, from 1', examples: [1] }),
    changes: { ...Changes, description: 'With every field filled in' },
    changes_sha256: Type.String({
      description:
        'Of the canonical JSON of the changes: a backtest is of this very content when it has the same',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    guards: Guards,
    created_at: Timestamp(),
    created_by: user('Id of the user who made it'),
    created_by_name: Nullable(Type.String({ examples: ['Tara Boone'] }), {
      description: 'Full name of that user',
    }),
    updated_at: Timestamp(),
    updated_by: user('Id of the user who changed it last'),
    written_by: Type.Array(Id(), {
      description: 'Ids of all users who have written its changes or guards: only as bod may they adopt it',
      examples: [[4]],
    }),
    adopted_at: Nullable(Timestamp(), { description: 'null: not adopted' }),
    adopted_by: Nullable(user('Id of the user who adopted it')),
    adopted_by_name: Nullable(Type.String({ examples: ['Helena Brandt'] }), {
      description: 'Full name of that user; null: not adopted',
    }),
    adopted_from: Nullable(Period(), { description: 'The first month that its changes are for' }),
    backtest_id: Nullable(Id(), { description: 'The backtest that it was adopted on' }),
    override_reason: Nullable(Type.String({ examples: ['Decided by the board'] }), {
      description: 'Why it was adopted although a check failed',
    }),
  },
  { title: 'ConfigDraft' },
)

/** A draft as the list shows it: a page of whole ones would be megabytes. */
export const ListedDraft = Type.Composite(
  [
    Type.Omit(ShownDraft, ['changes', 'guards']),
    Type.Object({
      change_count: Type.Integer({ description: 'How many changes it has', examples: [2] }),
      guards: Limits,
      golden_count: Type.Integer({ description: 'How many scores its guards name', examples: [1] }),
      tried: Nullable(
        Type.Object({
          from: Period(),
          to: Period(),
          scores: Type.Integer({ description: 'Sellers’ months that were scored', examples: [528] }),
          tier_drops: Type.Integer({ description: 'Scores that come into a lower tier', examples: [21] }),
          tier_rises: Type.Integer({ description: 'Scores that come into a higher tier', examples: [4] }),
        }),
        {
          description:
            'What the newest completed backtest of these very changes found; null: they were not tried as they are now',
        },
      ),
    }),
  ],
  { title: 'ListedConfigDraft' },
)

export type ListedDraft = Static<typeof ListedDraft>
