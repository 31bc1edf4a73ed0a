import { useQuery } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import type { Fact } from './fact-table.tsx'

/** So many rows are looked through in the browser. */
export const MOST_ROWS = 2_000
const PART = 500

const PATH = '/api/sos/sellers/{seller_code}/score/facts'

/** The first 2,000 rows of a metric, in parts. */
export const useAllFacts = (
  code: string,
  asked: { period: string; metric: 'on_time_ready_rate' },
  enabled: boolean,
) =>
  useQuery({
    queryKey: [PATH, 'all', code, asked] as const,
    enabled,
    queryFn: async ({ signal }) => {
      const rows: Fact[] = []
      for (let page = 1; ; page += 1) {
        const part = await send('GET', PATH, {
          path: { seller_code: code },
          query: { ...asked, page, limit: PART },
          signal,
        })
        rows.push(...part.data)
        if (rows.length >= Math.min(part.total, MOST_ROWS) || part.data.length === 0)
          return { rows, total: part.total }
      }
    },
  })
