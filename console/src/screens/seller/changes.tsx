import { Text } from '@mantine/core'
import type { Schemas } from '../../api/types.ts'
import { FirstOf } from '../../ui/first-of.tsx'
import { monthOf, points, signed } from '../../ui/format.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { Told } from '../../ui/told.tsx'

interface ChangesProps {
  now: number
  since: NonNullable<Schemas['ScoreReasons']['since_previous']>
}

/** What has moved the total since the month before: each part, and what they add up to. */
export const Changes = ({ now, since: { period, previous_sos, delta, parts, note } }: ChangesProps) => (
  <Section title={`What changed since ${monthOf(period)}`}>
    <FirstOf all={parts} most={5} noun="parts">
      {(shown) => (
        <Lines>
          {shown.map(({ name, sentence, points }) => (
            <Told key={name} title={name} text={sentence} aside={signed(points)} points={points} />
          ))}
        </Lines>
      )}
    </FirstOf>
    <Lines>
      <Told
        title="Together"
        text={`${points(now)} instead of ${points(previous_sos)}.`}
        aside={signed(delta)}
        points={delta}
      />
    </Lines>
    {note && (
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    )}
  </Section>
)
