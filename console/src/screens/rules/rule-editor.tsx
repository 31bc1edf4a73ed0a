import { Button, CloseButton, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Section } from '../../ui/page.tsx'
import { moved, without } from './curve.ts'
import { CurveChart } from './curve-chart.tsx'
import { type Curve, changeOf, type Rule, type RuleType, useMeasure } from './data.ts'
import { DraftDialog } from './draft.tsx'
import { Effect } from './effect.tsx'
import classes from './rules.module.css'

/** The curve and weight of a metric, what a change of them would do, and the draft it goes to. */
export function RuleEditor({ type, rule }: { type: RuleType; rule: Rule }) {
  const before = rule.curve as Curve
  const [curve, setCurve] = useState(before)
  const [weight, setWeight] = useState(rule.weight)
  const [isSaving, setSaving] = useState(false)
  const unit = useMeasure(rule.metric)?.unit ?? ''
  const mayDraft = useMay('drafts.write')
  const change = changeOf(type, rule, curve, weight)
  const [settled] = useDebouncedValue(change, 300)
  const isChanged = weight !== rule.weight || JSON.stringify(curve) !== JSON.stringify(before)
  function reset() {
    setCurve(before)
    setWeight(rule.weight)
  }

  return (
    <div className={classes.editor}>
      <Stack gap="lg">
        <CurveChart key={unit} curve={curve} before={before} unit={unit} onChange={setCurve} />
        <div className={classes.numbers}>
          <div className={classes.labels} aria-hidden>
            <span>Value</span>
            <span>Points</span>
          </div>
          {curve.map(([x, y], i) => (
            // biome-ignore lint: a point has nothing but its place
            <div key={i} className={classes.number}>
              <NumberInput
                size="sm"
                aria-label={`Value of point ${i + 1}`}
                value={x}
                hideControls
                suffix={unit === 'percent' ? ' %' : ''}
                onChange={(next) => setCurve(moved(curve, i, [Number(next), y]))}
              />
              <NumberInput
                size="sm"
                aria-label={`Points of point ${i + 1}`}
                value={y}
                hideControls
                min={0}
                max={100}
                onChange={(next) => setCurve(moved(curve, i, [x, Number(next)]))}
              />
              <CloseButton
                size="sm"
                aria-label={`Remove point ${i + 1}`}
                disabled={curve.length < 3}
                onClick={() => setCurve(without(curve, i))}
              />
            </div>
          ))}
        </div>
        <Text size="sm" c="dimmed">
          Drag a point or move it by arrow keys; a double click adds one. Between points the line is straight,
          beyond the ends it is level.
        </Text>
        <NumberInput
          label="Weight"
          description="Beside the other metrics of the component"
          value={weight}
          min={0}
          max={1000}
          maw={280}
          hideControls
          onChange={(next) => setWeight(Number(next))}
        />
        {mayDraft && (
          <Group>
            <Button disabled={!isChanged} onClick={() => setSaving(true)}>
              Save to a draft…
            </Button>
            <Button variant="subtle" color="gray" disabled={!isChanged} onClick={reset}>
              Reset
            </Button>
          </Group>
        )}
      </Stack>
      <Section title="What it would change">
        {isChanged ? (
          <Effect change={settled} />
        ) : (
          <Text size="sm" c="dimmed" py="md">
            Move a point: who would change tier stands here at once, before anything is saved.
          </Text>
        )}
      </Section>
      {isSaving && <DraftDialog change={change} onClose={() => setSaving(false)} />}
    </div>
  )
}
