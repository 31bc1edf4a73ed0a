import { Box, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { $api, COMPONENTS, type Schemas } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { Change } from '../../ui/dim.tsx'
import { useMoney } from '../../ui/money.ts'
import { nameOf } from '../../ui/names.ts'
import { Asked, Lines, Section, Told } from '../../ui/page.tsx'
import { TierMove } from '../../ui/tier.tsx'
import { type Adjustment, type Detail, isOpen, preview } from './data.ts'

type Standing = Pick<Schemas['AppealScore'], 'total_sos' | 'tier' | 'components'>

/** What the decision has changed; of an open appeal what is proposed, or else what it can bring at most. */
export function EffectSection({ appeal }: { appeal: Detail }) {
  const { score_before, score_after, score, score_adjustment } = appeal
  if (isOpen(appeal))
    return (
      <Section
        title={`If approved ${score_adjustment ? 'as recommended' : `in full (${nameOf(appeal.component_appealed)} = 100)`}`}
      >
        <Consequence appeal={appeal} adjustment={score_adjustment ?? {}} />
      </Section>
    )
  return (
    <Section title={score_after ? 'What it has changed' : 'The score stays as it is'}>
      <Effect before={score_before ?? score} after={score_after ?? score_before ?? score} appeal={appeal} />
    </Section>
  )
}

/** What would follow of an approval with these points; a rejection has none. */
export function Consequence({ appeal, adjustment }: { appeal: Detail; adjustment?: Adjustment }) {
  const wanted = adjustment && JSON.stringify(adjustment)
  const [asked] = useDebouncedValue(wanted, 250)
  const would = useQuery({
    ...preview(appeal.id, asked && JSON.parse(asked)),
    enabled: Boolean(asked) && isOpen(appeal),
    placeholderData: keepPreviousData,
  })
  if (!adjustment) return <Text>The score stays as it is.</Text>
  return (
    <Asked query={would} rows={3}>
      {(found) => (
        <Box opacity={asked === wanted && !would.isPlaceholderData ? 1 : 0.3}>
          <Effect before={found.score_before} after={found.score_after} appeal={appeal} />
        </Box>
      )}
    </Asked>
  )
}

/** A score before and after: its components that change, its total, its tier, and the money that hangs on it. */
function Effect({ before, after, appeal }: Record<'before' | 'after', Standing> & { appeal: Detail }) {
  const money = useMoney()
  const { seller_code, period } = appeal
  const query = { seller_code, period, status: 'pending,applied' }
  const enabled = useMay('surcharges.read')
  const charges = $api.useQuery('get', '/api/surcharges', { params: { query } }, { enabled }).data?.data ?? []
  const isOther = after.tier.name !== before.tier.name
  const moved = COMPONENTS.filter((name) => after.components[name].raw !== before.components[name].raw)
  return (
    <Lines>
      {moved.map((name) => (
        <Told
          key={name}
          title={nameOf(name)}
          aside={<Change before={before.components[name].raw} after={after.components[name].raw} />}
        />
      ))}
      <Told title="Total" aside={<Change before={before.total_sos} after={after.total_sos} />} />
      <Told
        title="Tier"
        text={
          isOther
            ? `${after.tier.name} brings: ${after.tier.benefits || 'nothing'}. ${before.tier.name} brings: ${before.tier.benefits || 'nothing'}.`
            : 'It stays the same.'
        }
        aside={<TierMove before={before.tier.name} after={after.tier.name} />}
      />
      {charges.length > 0 && (
        <Told
          title="Surcharges"
          text="They stay: an appeal changes the score, not what was measured."
          aside={
            <Link to="/surcharges" search={{ period }}>
              {charges
                .map(({ surcharge_type: type, amount }) =>
                  `${nameOf(type)} ${amount ? money(amount) : ''}`.trim(),
                )
                .join(', ')}
            </Link>
          }
        />
      )}
    </Lines>
  )
}
