import { Button, CloseButton, Group, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dim } from '../../ui/dim.tsx'
import { inUnit } from '../../ui/format.ts'
import { added, moved, without } from './curve.ts'
import { type Curve, suffixOf } from './data.ts'

interface CurveNumbersProps {
  curve: Curve
  unit: string
  onChange: (curve: Curve) => void
}

/** The points of a curve as numbers. */
export function CurveNumbers({ curve, unit, onChange }: CurveNumbersProps) {
  /** The point that can't be where it was put, how often that was so, and where it is instead. */
  const [kept, setKept] = useState({ point: -1, times: 0, says: '', of: curve })
  /** The point whose points were left empty, and how often: it shows again what it has. */
  const [emptied, setEmptied] = useState({ point: -1, times: 0 })
  function move(i: number, to: [number, number]) {
    const next = moved(curve, i, to)
    const [x, y] = next[i] ?? to
    const says =
      x === to[0] && y === to[1]
        ? ''
        : `Point ${i + 1} can’t be at ${inUnit(to[0], unit)} with ${to[1]} points: it stays between its neighbours, and points are whole numbers from 0 to 100. It is at ${inUnit(x, unit)} with ${y} now.`
    setKept(({ times }) => ({ point: i, times: says ? times + 1 : times, says, of: next }))
    onChange(next)
  }
  /** Halfway along the longest stretch: where a point is missed most. */
  function add() {
    const gaps = curve.slice(1).map(([x], i) => x - (curve[i]?.[0] ?? 0))
    const i = gaps.indexOf(Math.max(...gaps))
    const [[x1, y1], [x2, y2]] = [curve[i] ?? [0, 0], curve[i + 1] ?? [0, 0]]
    onChange(added(curve, [(x1 + x2) / 2, (y1 + y2) / 2]))
  }
  return (
    <div>
      <Group gap="12px 6px" align="start">
        {curve.map(([x, y], i) => (
          // biome-ignore lint: a point has nothing but its place
          <Stack key={i} w={92} gap={4} align="center">
            <NumberInput
              key={kept.point === i ? kept.times : 0}
              aria-label={`Value of point ${i + 1}`}
              value={x}
              hideControls
              suffix={suffixOf(unit)}
              onBlur={({ currentTarget: { value } }) => move(i, [Number.parseFloat(value) || 0, y])}
            />
            <NumberInput
              key={emptied.point === i ? emptied.times : 0}
              aria-label={`Points of point ${i + 1}`}
              value={y}
              hideControls
              suffix=" points"
              clampBehavior="none"
              onChange={(next) => next !== '' && move(i, [x, Number(next)])}
              onBlur={({ currentTarget: { value } }) =>
                value === '' && setEmptied(({ times }) => ({ point: i, times: times + 1 }))
              }
            />
            <CloseButton
              size="sm"
              aria-label={`Remove point ${i + 1}`}
              disabled={curve.length < 3}
              onClick={() => onChange(without(curve, i))}
            />
          </Stack>
        ))}
        <Button variant="subtle" onClick={add}>
          Add a point
        </Button>
      </Group>
      <Dim mt="sm" c="var(--bad)" role="status">
        {kept.of === curve && kept.says}
      </Dim>
      <Dim mt="sm">
        {!suffixOf(unit) && `The values are ${unit}. `}Drag a point, or move it by the arrow keys. Between two
        points the line is straight; beyond the last ones it is flat.
      </Dim>
    </div>
  )
}
