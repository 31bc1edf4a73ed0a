import { useQuery } from '@tanstack/preact-query'
import { send } from '../../../api/client.ts'
import { count, day } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { wordOf, words } from './words.ts'

/** So many campaigns are looked through, newest first: the service lists forecasts by campaign. */
const MOST = 12

/** The campaigns that a seller takes part in: what it forecast, and what came. */
export default function Campaigns({ code }: { code: string }) {
  const read = useCampaigns(code)
  return (
    <Panel title={words.campaigns} class="flush">
      <Loaded of={read} height="16rem">
        {(data) => (
          <DataTable
            caption={words.rowsOf(words.campaigns)}
            rows={data}
            keyOf={({ campaign_code }) => campaign_code}
            empty={
              <Empty title={words.noCampaigns}>
                <p>{words.noCampaignsText}</p>
              </Empty>
            }
            columns={[
              {
                key: 'campaign',
                head: words.campaign,
                cell: ({ campaign_code, campaign_name }) => (
                  <Link class="wraps" dir="auto" to={`/campaigns/${encodeURIComponent(campaign_code)}`}>
                    {campaign_name}
                  </Link>
                ),
              },
              { key: 'from', head: words.from, wide: true, cell: ({ start_date }) => day(start_date) },
              { key: 'to', head: words.to, wide: true, cell: ({ end_date }) => day(end_date) },
              { key: 'state', head: words.state, cell: ({ status }) => <Badge>{wordOf(status)}</Badge> },
              {
                key: 'forecast',
                head: words.forecast,
                numeric: true,
                cell: ({ mine }) => count(mine.forecast_orders),
              },
              {
                key: 'actual',
                head: words.actual,
                numeric: true,
                cell: ({ mine }) => count(mine.actual_orders),
              },
              {
                key: 'error',
                head: words.error,
                numeric: true,
                cell: ({ mine }) => (mine.error_percent === null ? '–' : `${count(mine.error_percent)} %`),
              },
              {
                key: 'late',
                head: words.late,
                numeric: true,
                wide: true,
                cell: ({ mine }) => count(mine.days_late),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const useCampaigns = (code: string) =>
  useQuery({
    queryKey: ['/api/campaigns', 'of', code] as const,
    queryFn: async ({ signal }) => {
      const { data } = await send('GET', '/api/campaigns', { query: { limit: MOST }, signal })
      const all = data.map(async (campaign) => {
        const { data } = await send('GET', '/api/campaigns/{id}/forecasts', {
          path: { id: String(campaign.id) },
          query: { limit: 500 },
          signal,
        })
        const mine = data.find(({ seller_code }) => seller_code === code)
        return mine ? [{ ...campaign, mine }] : []
      })
      return (await Promise.all(all)).flat()
    },
  })
