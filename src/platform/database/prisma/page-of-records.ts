import { offsetOf } from '../statements/page.ts'

/** A page of the records that `find` reads, each as it is `shown`, and how many there are. */
export async function pageOfRecords<Row, Shown>(
  query: { page: number; limit: number },
  find: (rows: { skip: number; take: number }) => Promise<Row[]>,
  count: Promise<number>,
  shown: (record: Row) => Shown,
) {
  const { page, limit } = query
  const [records, total] = await Promise.all([find({ skip: offsetOf(query), take: limit }), count])
  return { data: records.map((record) => shown(record)), total, page, limit }
}
