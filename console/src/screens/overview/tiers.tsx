import { Box } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { $api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dim, Strong } from '../../ui/dim.tsx'
import { monthOf, percent, plural, wholePercents } from '../../ui/format.ts'
import lead from '../../ui/lead.module.css'
import { Asked, FirstOf, Section } from '../../ui/page.tsx'
import { TierBar, TierMove } from '../../ui/tier.tsx'

/** How many sellers each tier has, and in the running month who may fall out of theirs. */
export function Tiers({ stats }: { stats: Schemas['DashboardStats'] }) {
  const { period, scored_sellers, tier_distribution } = stats
  const navigate = useNavigate()
  const { current_period } = useMe()
  return (
    <Section title="Tiers" aside={plural(scored_sellers, 'seller')}>
      <Box py="sm">
        <TierBar
          tiers={tier_distribution.map(({ tier_name: name, ...tier }) => ({ name, ...tier }))}
          onChoose={(tier) => void navigate({ to: '/scores', search: { period, tier } })}
        />
      </Box>
      {period === current_period && <Falling period={period} />}
    </Section>
  )
}

/** Sellers that more likely than not end the running month below the tier they had last. */
function Falling({ period }: { period: string }) {
  const query = { risk: 0.5, limit: 100 }
  const likely = $api.useQuery('get', '/api/sos/projections', { params: { query } })
  return (
    <Asked query={likely} rows={2}>
      {({ data, total }) =>
        total === 0 ? (
          <Dim>No forecast has a seller end {monthOf(period)} in a lower tier.</Dim>
        ) : (
          <FirstOf
            all={data.map(withEnd).toSorted((a, b) => b.end.share - a.end.share)}
            most={5}
            noun="sellers"
          >
            {(shown) => {
              const isSure = shown.every(({ end }) => end.share === 100)
              return (
                <>
                  <Dim mb={4}>
                    {plural(total, 'seller is', 'sellers are')} expected to end {monthOf(period)} in a lower
                    tier than {lastFinal(data)}. {!isSure && 'Beside each: the chance. '}
                    {total > data.length && `These are the first ${data.length}.`}
                  </Dim>
                  {shown.map((one) => (
                    <Link
                      key={one.seller_code}
                      to="/sellers/$code"
                      params={{ code: one.seller_code }}
                      className={lead.row}
                    >
                      <Strong span truncate>
                        {one.company_name}
                      </Strong>
                      <Dim span ta="right">
                        <TierMove before={one.last_final?.tier ?? 'Unrated'} after={one.end.name} />{' '}
                        {!isSure && percent(one.end.share / 100)}
                      </Dim>
                    </Link>
                  ))}
                </>
              )
            }}
          </FirstOf>
        )
      }
    </Asked>
  )
}

/** What the end is compared with: of all the same month where it is one. */
function lastFinal(data: Schemas['Projection'][]) {
  const [month, ...others] = new Set(data.map(({ last_final }) => last_final?.period))
  return month && others.length === 0
    ? `in ${monthOf(month)}, the last month that is final`
    : 'in their last month that is final'
}

/** With the likeliest of the lower tiers, in the same percents as on the seller's page. */
function withEnd(one: Schemas['Projection']) {
  const isLower = one.tiers
    .map(({ name }) => name)
    .slice(1 + one.tiers.findIndex(({ name }) => name === one.last_final?.tier))
  const end = wholePercents(one.tiers).find(({ name }) => isLower.includes(name))
  return { ...one, end: end ?? { name: '', share: 0 } }
}
