import { useQuery } from '@tanstack/preact-query'
import { send } from '../../../api/client.ts'
import { count, day } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { wordOf } from './word-of-code.ts'

/** So many campaigns are looked through, newest first: the service lists forecasts by campaign. */
const MOST = 12

/** The campaigns that a seller takes part in: what it forecast, and what came. */
export default function Campaigns({ code }: { code: string }) {
  const read = useCampaigns(code)
  return (
    <Panel title="Campaigns" class="flush">
      <Loaded of={read} height="16rem">
        {(data) => (
          <DataTable
            caption="Campaigns, one a row"
            rows={data}
            keyOf={({ campaign_code }) => campaign_code}
            empty={
              <Empty title="No campaigns">
                <p>A campaign shows here once this seller has a forecast or an actual of it.</p>
              </Empty>
            }
            columns={[
              {
                head: 'Campaign',
                cell: ({ campaign_code, campaign_name }) => (
                  <Link class="wraps" dir="auto" to={`/campaigns/${encodeURIComponent(campaign_code)}`}>
                    {campaign_name}
                  </Link>
                ),
              },
              { head: 'From', wide: true, cell: ({ start_date }) => day(start_date) },
              { head: 'To', wide: true, cell: ({ end_date }) => day(end_date) },
              { head: 'State', cell: ({ status }) => <Badge>{wordOf(status)}</Badge> },
              { head: 'Forecast', numeric: true, cell: ({ mine }) => count(mine.forecast_orders) },
              { head: 'Actual', numeric: true, cell: ({ mine }) => count(mine.actual_orders) },
              {
                head: 'Off by',
                numeric: true,
                cell: ({ mine }) => (mine.error_percent === null ? '–' : `${count(mine.error_percent)} %`),
              },
              { head: 'Days late', numeric: true, wide: true, cell: ({ mine }) => count(mine.days_late) },
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
          path: { id: campaign.campaign_code },
          query: { limit: 500 },
          signal,
        })
        const mine = data.find(({ seller_code }) => seller_code === code)
        return mine ? [{ ...campaign, mine }] : []
      })
      return (await Promise.all(all)).flat()
    },
  })
