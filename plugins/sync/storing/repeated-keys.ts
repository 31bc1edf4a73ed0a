/** Whether two of the records have the same values in the fields of the key. null and undefined are the same. */
export function hasRepeatedKeys(records: Record<string, unknown>[], key: string[]): boolean {
  const seen = new Set<string>()
  for (const record of records) seen.add(key.map((field) => record[field] ?? '').join(SEPARATOR))
  return seen.size < records.length
}

/** No text of a record holds it. */
const SEPARATOR = '\0'
