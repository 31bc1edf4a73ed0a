const COUNTED = / \(([\d,]+) records?\)/

/** The warnings of two parts of a push: what both say of some records is said once, of all of them. */
export function addWarnings(one: string[], other: string[]): string[] {
  const sums = new Map<string, { warning: string; records: number }>()
  for (const warning of [...one, ...other]) {
    const found = COUNTED.exec(warning)?.[1]
    const about = warning.replace(COUNTED, '')
    const records = (sums.get(about)?.records ?? 0) + Number(found?.replaceAll(',', '') ?? 0)
    const said = ` (${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'})`
    sums.set(about, { warning: warning.replace(COUNTED, said), records })
  }
  return [...sums.values()].map(({ warning }) => warning)
}
