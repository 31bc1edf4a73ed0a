/** Counts of two parts together: rows of one name, such as a day or a month, are added up. */
export function addRows<Row extends object>(name: keyof Row, one: Row[], other: Row[]): Row[] {
  const sums = new Map<unknown, Row>()
  for (const row of [...one, ...other]) {
    const sum = sums.get(row[name])
    const added = Object.entries(row).map(([field, count]) => [
      field,
      sum && field !== name ? count + sum[field as keyof Row] : count,
    ])
    sums.set(row[name], Object.fromEntries(added) as Row)
  }
  return [...sums.values()]
}
