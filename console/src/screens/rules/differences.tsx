import { Table, Text } from '@mantine/core'
import { useMe } from '../../api/me.ts'
import { sentenceCase } from '../../ui/format.ts'
import { type Curve, differing } from './curve.ts'
import { CurveChart } from './curve-chart.tsx'
import { type Fields, type Kind, since, useWords, valueIn } from './data.ts'

type DifferencesProps = { fields: Kind['fields']; before?: Fields; after: Fields }

/** What two versions of a rule say differently, field by field; without one before it is new. */
export function Differences({ fields, before, after }: DifferencesProps) {
  const { periods } = useMe()
  const { say: sayValue, metricOf } = useWords()
  const say = (name: string, value: unknown, rule: Fields) =>
    name === 'effective_from' ? sentenceCase(since(String(value), periods)) : sayValue(name, value, rule)
  const unitOf = (rule: Fields) => metricOf(rule.metric)?.unit ?? ''
  const changed = fields.filter(
    ({ name }) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (changed.length === 0) return <Text size="sm">Both say the same.</Text>
  return (
    <Table withRowBorders={false} verticalSpacing={2} fz="sm">
      <Table.Tbody>
        {changed.map(({ name, label }) => (
          <Table.Tr key={name}>
            {name !== 'curve' && (
              <Table.Th scope="row" w="30%" fw={400} c="dimmed">
                {label}
              </Table.Th>
            )}
            <Table.Td c="var(--strong)" colSpan={name === 'curve' ? 2 : undefined}>
              {name === 'curve' && (
                <CurveChart
                  height={200}
                  before={before?.curve as Curve | undefined}
                  curve={after.curve as Curve}
                  unit={unitOf(after)}
                />
              )}
              {before && name !== 'curve' && (
                <Text span inherit c="dimmed" td="line-through" mr="xs">
                  {say(name, before[name], before)}
                </Text>
              )}{' '}
              {before && name === 'curve'
                ? differencesIn(before.curve as Curve, after.curve as Curve, unitOf(after))
                : say(name, after[name], after)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Where a curve brings other points than before, each value with both. */
function differencesIn(before: Curve, after: Curve, unit: string) {
  const all = differing(before, after).map((one) => `${valueIn(one.x, unit)}: ${one.before} → ${one.after}`)
  return all.length > 0 ? `Points at ${all.join(', ')}` : 'The line is the same, by other points.'
}
