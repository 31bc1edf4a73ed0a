import { useRead } from '../../api/queries.ts'
import type { RuleType } from '../../logic/rules/rules-in-force.ts'
import { listPath, type RuleRecord } from './rule.ts'

/** All records of a type, by id; with `all` the deleted ones too. They are few. */
export const useRecords = (type: RuleType, all = false) => {
  const read = useRead(listPath(type), { query: { limit: 500, ...(all && { all }) } }, { keep: true })
  return { ...read, data: read.data?.data as unknown as RuleRecord[] | undefined }
}
