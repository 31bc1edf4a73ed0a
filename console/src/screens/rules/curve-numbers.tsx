import { Button, CloseButton, Group, NumberInput, Stack } from '@mantine/core'
import { Dim } from '../../ui/dim.tsx'
import { added, moved, without } from './curve.ts'
import { type Curve, suffixOf } from './data.ts'

interface CurveNumbersProps {
  curve: Curve
  unit: string
  onChange: (curve: Curve) => void
}

/** The points of a curve as numbers. */
export function CurveNumbers({ curve, unit, onChange }: CurveNumbersProps) {
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
              aria-label={`Value of point ${i + 1}`}
              value={x}
              hideControls
              suffix={suffixOf(unit)}
              onBlur={({ currentTarget: { value } }) =>
                onChange(moved(curve, i, [Number.parseFloat(value) || 0, y]))
              }
            />
            <NumberInput
              aria-label={`Points of point ${i + 1}`}
              value={y}
              hideControls
              suffix=" points"
              min={0}
              max={100}
              onChange={(next) => onChange(moved(curve, i, [x, Number(next)]))}
            />
            <CloseButton
              size="sm"
              aria-label={`Remove point ${i + 1}`}
              disabled={curve.length < 3}
              onClick={() => onChange(without(curve, i))}
            />
          </Stack>
        ))}
        <Button size="compact-sm" variant="subtle" onClick={add}>
          Add a point
        </Button>
      </Group>
      <Dim mt="sm">
        Drag a point, or move it by the arrow keys. Between two points the line is straight, beyond the ends
        it is level.
      </Dim>
    </div>
  )
}
