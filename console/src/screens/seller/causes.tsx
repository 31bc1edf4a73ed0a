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

/** What was lost, the costliest first. */
export const lossesOf = (losses: Loss[]): Cause[] =>
  losses
    .map(({ metric = null, points_lost, ...said }) => ({ ...said, metric, points: -(points_lost ?? 0) }))
    .toSorted((a, b) => a.points - b.points)

interface CausesProps {
  shown: Cause[]
  /** With those that are not shown: the largest of all has the longest bar. */
  all?: Cause[]
  onOpen: (metric: string) => void
  /** Where what appeals and exceptions did is shown. */
  onOther?: () => void
}

/** What took points or brought some, each in words; a click opens the rows behind a metric. */
export function Causes({ shown, all = shown, onOpen, onOther }: CausesProps) {
  const most = Math.max(...all.map(({ points }) => Math.abs(points)))
  return shown.map(({ metric, name, sentence, points }) => (
    <PointsRow
      key={name}
      px={0}
      {...{ name, sentence }}
      onOpen={metric ? () => onOpen(metric) : onOther}
      aside={
        <>
          <Progress
            value={(100 * Math.abs(points)) / (most || 1)}
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
