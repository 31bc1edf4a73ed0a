import { $api, api } from '../../api/client.ts'
import { saveAs } from '../../ui/save-as.ts'

/** The last two calculations of a month: between them shows what has changed. */
export const lastRuns = (period: string) =>
  $api.queryOptions('get', '/api/sos/runs', { params: { query: { period, status: 'completed', limit: 2 } } })

/** What the account managers earn by a month, as a table for the payroll. */
export async function downloadBonuses(period: string) {
  const { data } = await api.GET('/api/am/portfolio', {
    params: { query: { period, limit: 500 } },
    headers: { Accept: 'text/csv' },
    parseAs: 'blob',
  })
  saveAs(data as unknown as Blob, `bonuses-${period}.csv`)
}

/** The proofs of all final scores of a month in one file. */
export async function downloadCertificates(period: string) {
  const { data } = await api.GET('/api/transparency/certificates', {
    params: { query: { from: period, to: period } },
    parseAs: 'blob',
  })
  saveAs(data as unknown as Blob, `certificates-${period}.ndjson`)
}
