import { isDeepStrictEqual } from 'node:util'

/** The given fields that differ from the record's: what a change changes. */
export const differencesOf = <Given extends object>(record: object, given: Given): Partial<Given> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => !isDeepStrictEqual(value, (record as Record<string, unknown>)[field]),
    ),
  ) as Partial<Given>

/** Whether a change would change anything: what is sent as it is stored makes neither a version nor an audit row. */
export const differs = (record: object, given: object): boolean =>
  Object.keys(differencesOf(record, given)).length > 0
