import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../ui/asked.tsx'
import { Delta } from '../../ui/delta.tsx'
import { points } from '../../ui/format.ts'
import { changeOf, scoredMonths, trend } from './data.ts'
import { Facts } from './facts.tsx'

/** The average of each component in a month, and how far it is from that of the month before. */
export const Averages = ({ period }: { period: string }) => (
  <Asked query={useQuery(trend(period))} rows={1}>
    {(course) => {
      const [now, before] = scoredMonths(course).toReversed()
      return (
        <Facts>
          {(one) => (
            <>
              {points(now?.components[one])}
              <Text span size="sm" fw={500}>
                <Delta value={changeOf(now?.components[one], before?.components[one])} />
              </Text>
            </>
          )}
        </Facts>
      )
    }}
  </Asked>
)
