import { Progress } from '@mantine/core'
import { Strong } from '../../ui/dim.tsx'
import { signed } from '../../ui/format.ts'
import { PointsRow } from './points-row.tsx'

interface Cause {
  /** Whose rows a click opens; what appeals, exceptions and weights did has none. */
  metric: string | null
  name: string
  sentence: string | null
  points: number
}

interface Loss extends Omit<Cause, 'metric' | 'points'> {
  metric?: string
  points_lost: number | null
}

/** What an appeal or an exception brought, and then what was lost, the costliest first. */
export const lossesOf = (losses: Loss[]): Cause[] =>
  losses
    .map(({ metric = null, points_lost, ...said }) => ({ ...said, metric, points: -(points_lost ?? 0) }))
    .toSorted((a, b) => Number(b.points > 0) - Number(a.points > 0) || a.points - b.points)

interface CausesProps {
  shown: Cause[]
  /** The points that the longest bar stands for; default: the largest of those that are shown. */
  scale?: number
  onOpen: (metric: string) => void
  /** Where what appeals and exceptions did is shown. */
  onOther?: () => void
}

/** The most points that one of them took or brought. */
export const largest = (causes: Cause[]) => Math.max(...causes.map(({ points }) => Math.abs(points)))

/** What took points or brought some, each in words; a click opens the rows behind a metric. */
export function Causes({ shown, scale = largest(shown), onOpen, onOther }: CausesProps) {
  return shown.map(({ metric, name, sentence, points }) => (
    <PointsRow
      key={name}
      px={0}
      {...{ name, sentence }}
      onOpen={metric ? () => onOpen(metric) : onOther}
      aside={
        <>
          <Progress
            value={(100 * Math.abs(points)) / (scale || 1)}
            size={6}
            w={96}
            color={points < 0 ? 'red.5' : 'green.5'}
            visibleFrom="sm"
            aria-hidden
          />
          <Strong span w={52} ta="right">
            {points ? signed(points) : '0'}
          </Strong>
        </>
      }
    />
  ))
}
