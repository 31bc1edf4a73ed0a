import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { IfMatch, Stale, withETag } from '../../src/platform/http/entity-tag.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  Created,
  Id,
  Nullable,
  Page,
  PageQuery,
  Period,
  Success,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { RULE_SCHEMAS, type RuleType } from '../../src/scoring/rules.ts'
import { changeable, creatable, readable } from './fields.ts'
import { NAMES } from './names.ts'

const EffectiveFrom = (more = '') =>
  Period({ description: `The first month the record is for${more}`, examples: ['2026-11'] })
const EffectiveTo = () =>
  Period({ description: 'The last month it is for; null has no end', examples: ['2027-12'] })

const common = {
  id: Id(),
  version: Type.Integer({ description: 'Counts the changes of this record, from 1', examples: [1] }),
  is_active: Type.Boolean({
    description: 'false: deleted, kept for the scores made with it',
    examples: [true],
  }),
  effective_from: EffectiveFrom(),
  effective_to: Nullable(EffectiveTo()),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'When this version was written' }),
  updated_by: Nullable(Type.Integer(), { description: 'The user who wrote it; null for a default' }),
}

/** A record as the API shows it: what all types have, and beside it the fields of its own type. */
export type ConfigRecord = CommonFields & Record<string, unknown>
export type CommonFields = Static<TObject<typeof common>>

/** What a caller writes. */
export type ConfigInput = {
  effective_from?: string
  effective_to?: string | null
  is_active?: boolean
} & Record<string, unknown>

/** What a record shows and no caller writes. */
export const READ_ONLY = ['id', 'version', 'created_at', 'updated_at', 'updated_by'] as const

/** Which dates a caller may write, and what holds without them. */
const written = (whenAbsent: string) => ({
  effective_from: Type.Optional(EffectiveFrom(whenAbsent)),
  effective_to: Type.Optional(Nullable(EffectiveTo())),
  is_active: Type.Optional(
    Type.Boolean({
      description: 'true, as it was read: a record is ended by DELETE, not here',
      examples: [true],
    }),
  ),
})

const tags = ['config']
const params = Type.Object({ id: Id() })
/** The schemas of the routes of one type. */
export function schemasOf(type: RuleType) {
  const { one, many, text } = NAMES[type]
  const { description, examples } = RULE_SCHEMAS[type]
  const own: TProperties = RULE_SCHEMAS[type].properties
  const shown = Type.Object({ ...common, ...own }, { title: one, description })
  const record = () => Type.Unsafe<ConfigRecord>(shown)
  return {
    list: {
      tags,
      operationId: `list${many}`,
      summary: `List the ${text} records`,
      querystring: Type.Object(
        {
          period: Type.Optional(Period({ description: 'Only those that a run of this month would use' })),
          all: Type.Boolean({ default: false, description: 'true: also the deleted ones' }),
          ...PageQuery,
        },
        { additionalProperties: false },
      ),
      response: { 200: Page(record()) },
    },
    create: {
      tags,
      operationId: `create${one}`,
      summary: `Create a ${text} record`,
      description: `${description}. From its first month on it stands in for an older record of the same kind. A record that was read may be sent whole.`,
      body: Type.Unsafe<ConfigInput>(
        Type.Object(
          { ...creatable(type, readable(own)), ...written('; the current month when absent') },
          { additionalProperties: false, description, examples },
        ),
      ),
      response: { 200: Created },
    },
    get: {
      tags,
      operationId: `get${one}`,
      summary: `One ${text} record`,
      description: 'Deleted records and earlier versions stay readable.',
      params,
      querystring: Type.Object(
        { version: Type.Optional(Id({ description: 'This version; the newest when absent' })) },
        { additionalProperties: false },
      ),
      response: { 200: withETag(record()) },
    },
    update: {
      tags,
      operationId: `update${one}`,
      summary: `Write a new version of a ${text} record`,
      description:
        'Fields that are not sent stay as they are; the record may be sent back whole. The version it replaces stays readable. Months that are calculated again use the new version; to leave earlier months alone, create a record with a later effective_from instead.',
      params,
      headers: IfMatch,
      body: Type.Unsafe<ConfigInput>({
        ...ChangesOf({ ...changeable(readable(own)), ...written('; as it was when absent') }, shown),
        description,
        examples,
      }),
      response: { 200: withETag(Success), 412: Stale },
    },
    remove: {
      tags,
      operationId: `delete${one}`,
      summary: `Delete a ${text} record`,
      description: 'Clears is_active; the record stays readable. Deleting it again changes nothing.',
      params,
      headers: IfMatch,
      response: { 200: Success, 412: Stale },
    },
    history: {
      tags,
      operationId: `list${one}Versions`,
      summary: `All versions of a ${text} record, the newest first`,
      params,
      querystring: Type.Object(PageQuery, { additionalProperties: false }),
      response: { 200: Page(record()) },
    },
  }
}

export type Schemas = ReturnType<typeof schemasOf>
