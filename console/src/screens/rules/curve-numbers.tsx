import { Alert, Button, CloseButton, NumberInput, type NumberInputProps, Table } from '@mantine/core'
import { useState } from 'react'
import { Dim } from '../../ui/dim.tsx'
import { inUnit } from '../../ui/format.ts'
import { added, bend, type Curve, moved, without } from './curve.ts'

interface CurveNumbersProps {
  curve: Curve
  unit: string
  /** Where the better values of its metric are. */
  direction?: string
  onChange: (curve: Curve) => void
}

/** The points of a curve as numbers. */
export function CurveNumbers({ curve, unit, direction, onChange }: CurveNumbersProps) {
  /** Why a point is not where it was put, as long as the curve is this one. */
  const [kept, setKept] = useState({ says: '', of: curve })
  function move(i: number, to: [number, number]) {
    const next = moved(curve, i, to)
    const [x, y] = next[i] ?? to
    if (x === to[0] && y === to[1]) return onChange(next)
    setKept({
      says: `Point ${i + 1} can’t be at ${inUnit(to[0], unit)} with ${to[1]} points, and stays where it was: values rise from point to point, and points are whole numbers from 0 to 100.`,
      of: curve,
    })
  }
  /** Halfway along the longest stretch: where a point is missed most. */
  function add() {
    const gaps = curve.slice(1).map(([x], i) => x - (curve[i]?.[0] ?? 0))
    const i = gaps.indexOf(Math.max(...gaps))
    const [[x1, y1], [x2, y2]] = [curve[i] ?? [0, 0], curve[i + 1] ?? [0, 0]]
    onChange(added(curve, [(x1 + x2) / 2, (y1 + y2) / 2]))
  }
  const bent = bend(curve, direction)
  return (
    <div>
      <Dim mb="xs" c="var(--bad)" role="status">
        {kept.of === curve && kept.says}
      </Dim>
      <Table maw={340} withRowBorders={false} verticalSpacing={2} horizontalSpacing={6} ml={-6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Value{unit && ` in ${unit}`}</Table.Th>
            <Table.Th>Points</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {curve.map(([x, y], i) => (
            // biome-ignore lint: a point has nothing but its place
            <Table.Tr key={i}>
              <Table.Td>
                <PointInput
                  aria-label={`Value of point ${i + 1}`}
                  value={x}
                  onGive={(x) => move(i, [x, y])}
                />
              </Table.Td>
              <Table.Td>
                <PointInput
                  aria-label={`Points of point ${i + 1}`}
                  value={y}
                  onGive={(y) => move(i, [x, y])}
                />
              </Table.Td>
              <Table.Td>
                <CloseButton
                  size="sm"
                  aria-label={`Remove point ${i + 1}`}
                  disabled={curve.length < 3}
                  onClick={() => onChange(without(curve, i))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button variant="subtle" ml={-12} onClick={add}>
        Add a point
      </Button>
      {bent && (
        <Alert color="yellow" py="xs">
          {bent}
        </Alert>
      )}
      <Dim mt="sm">
        Drag a point, or move it by the arrow keys. Between two points the line is straight; beyond the last
        ones it is flat.
      </Dim>
    </div>
  )
}

interface PointInputProps extends NumberInputProps {
  onGive: (value: number) => void
}

/** A number of a point: what is typed counts once the field is left; on its way to 15, 1 is no value. */
function PointInput({ value, onGive, ...props }: PointInputProps) {
  const [typed, setTyped] = useState<string | number>()
  return (
    <NumberInput
      {...props}
      value={typed ?? value}
      hideControls
      clampBehavior="none"
      onChange={setTyped}
      onBlur={() => {
        const given = Number(typed)
        if (typed !== undefined && typed !== '' && Number.isFinite(given) && given !== value) onGive(given)
        setTyped(undefined)
      }}
    />
  )
}
