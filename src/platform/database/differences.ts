import { isDeepStrictEqual } from 'node:util'

/** The given fields that differ from the record's: what a change changes. */
export const differencesOf = <Given extends object>(record: object, given: Given): Partial<Given> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => !isDeepStrictEqual(value, (record as Record<string, unknown>)[field]),
    ),
  ) as Partial<Given>
