import { Alert, Button, CloseButton, Table } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Dim } from '../../ui/dim.tsx'
import { count } from '../../ui/format.ts'
import { NumberField, type NumberFieldProps } from '../../ui/number-field.tsx'
import { added, bend, type Curve, leastOf, moved, without } from './curve.ts'

/** What points can’t have, by point and axis: '' for nothing, NaN for no number. The curve stays as it was. */
export type WrongPoints = Record<string, number | ''>

interface CurveNumbersProps {
  curve: Curve
  unit: string
  /** Where the better values of its metric are. */
  direction?: string
  onChange: (curve: Curve) => void
  wrong: WrongPoints
  onWrong: (wrong: WrongPoints) => void
}

/** The points of a curve as numbers. */
export function CurveNumbers({ curve, unit, direction, onChange, wrong, onWrong }: CurveNumbersProps) {
  function lackAt(i: number, axis: 0 | 1) {
    if (!(`${i} ${axis}` in wrong)) return
    if (wrong[`${i} ${axis}`] === '') return 'Fill this in'
    if (axis) return 'Whole points from 0 to 100'
    const [low, high] = [curve[i - 1]?.[0] ?? leastOf(curve), curve[i + 1]?.[0]]
    if (low === Number.NEGATIVE_INFINITY) return `Below ${count(high ?? 0)}`
    return high === undefined
      ? `Above ${count(low)}`
      : `Enter a value between ${count(low)} and ${count(high)}`
  }
  function move(i: number, axis: 0 | 1, value: number | '') {
    const [before = 0, points = 0] = curve[i] ?? []
    const number = value === '' ? Number.NaN : value
    const to: [number, number] = axis ? [before, number] : [number, points]
    const next = moved(curve, i, to)
    const { [`${i} ${axis}`]: _, ...others } = wrong
    const isRight = next[i]?.[axis] === value
    onWrong(isRight ? others : { ...wrong, [`${i} ${axis}`]: value })
    if (isRight) onChange(next)
  }
  function change(next: Curve) {
    onWrong({})
    onChange(next)
  }
  /** Halfway along the longest stretch: where a point is missed most. */
  function add() {
    const gaps = curve.slice(1).map(([x], i) => x - (curve[i]?.[0] ?? 0))
    const i = gaps.indexOf(Math.max(...gaps))
    const [[x1, y1], [x2, y2]] = [curve[i] ?? [0, 0], curve[i + 1] ?? [0, 0]]
    change(added(curve, [(x1 + x2) / 2, (y1 + y2) / 2]))
  }
  const bent = bend(curve, direction)
  return (
    <div>
      <Table
        maw={340}
        layout="fixed"
        withRowBorders={false}
        verticalSpacing={2}
        horizontalSpacing={6}
        ml={-6}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Value{unit && ` in ${unit}`}</Table.Th>
            <Table.Th>Points</Table.Th>
            <Table.Td w={48} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {curve.map(([x, y], i) => (
            // biome-ignore lint: a point has nothing but its place
            <Table.Tr key={i}>
              {([0, 1] as const).map((axis) => (
                <Table.Td key={axis} style={{ verticalAlign: 'top' }}>
                  <PointInput
                    aria-label={`${axis ? 'Points' : 'Value'} of point ${i + 1}`}
                    error={lackAt(i, axis)}
                    max={axis ? 100 : undefined}
                    value={wrong[`${i} ${axis}`] ?? (axis ? y : x)}
                    onGive={(value) => move(i, axis, value)}
                  />
                </Table.Td>
              ))}
              <Table.Td>
                <CloseButton
                  size="sm"
                  aria-label={`Remove point ${i + 1}`}
                  disabled={curve.length < 3}
                  onClick={() => change(without(curve, i))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button variant="subtle" ml={-12} onClick={add}>
        Add a point
      </Button>
      {bent && <Alert py="xs">{bent}</Alert>}
      <Dim mt="sm">
        Drag a point, or move it by the arrow keys. Between two points the line is straight; beyond the last
        ones it is flat.
      </Dim>
    </div>
  )
}

type PointProps = Omit<NumberFieldProps, 'onChange'> & { onGive: (value: number | '') => void }

/** A number of a point: what is typed counts after a pause, or once the field is left; on its way to 15, 1 is no value. */
function PointInput({ value, onGive, ...props }: PointProps) {
  const [typed, setTyped] = useState<number | ''>()
  function give(typed?: number | '') {
    if (typed !== undefined && typed !== value) onGive(typed)
  }
  const soon = useDebouncedCallback(give, 700)
  return (
    <NumberField
      {...props}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next)
        soon(next)
      }}
      onBlur={() => {
        soon.cancel()
        give(typed)
        setTyped(undefined)
      }}
    />
  )
}
