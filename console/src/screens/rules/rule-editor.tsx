import { Alert, Box, Button, Stack } from '@mantine/core'
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isFinal, openIn, useMay, useMe } from '../../api/me.ts'
import { sentenceOf } from '../../api/refusal.ts'
import { fault, fieldsOf, type Schema } from '../../records/schema.ts'
import { Foot } from '../../ui/dialog.tsx'
import { Dim } from '../../ui/dim.tsx'
import { Leave } from '../../ui/leave.tsx'
import { saidOf } from '../../ui/names.ts'
import { Columns, Section } from '../../ui/page.tsx'
import { stopsAtUnread } from '../../ui/unread.ts'
import type { Curve } from './curve.ts'
import { CurveChart } from './curve-chart.tsx'
import { CurveNumbers, type WrongPoints } from './curve-numbers.tsx'
import {
  type Fields,
  howMany,
  isPreviewed,
  type Kind,
  ownFields,
  preview,
  type Rule,
  useWords,
  weightsOf,
} from './data.ts'
import { Differences } from './differences.tsx'
import { Effect } from './effect.tsx'
import { RuleFields } from './rule-fields.tsx'
import { DraftDialog, SaveDialog } from './save.tsx'

const LEVEL: Curve = [
  [0, 0],
  [100, 100],
]

/** What comes meanwhile stands on top, and may be out of sight. */
const intoSight = (it: Element | null) => it?.scrollIntoView({ block: 'center' })

const isGap = (value: unknown) => value === undefined || value === null || value === ''

/** All that a rule says, or one that is not there yet, what it would change, and the draft that it goes to. */
export function RuleEditor({ kind, rule, version }: { kind: Kind; rule?: Rule; version?: string }) {
  const { metricOf } = useWords()
  const hasCurve = kind.fields.some(({ name }) => name === 'curve')
  const before: Fields = rule
    ? Object.fromEntries(ownFields(kind).map(({ name }) => [name, rule[name] ?? null]))
    : hasCurve
      ? { curve: LEVEL }
      : {}
  // Only what is changed here is kept, and what it was changed from: all else is as the rule is now.
  const [edit, setEdit] = useState<{ of?: string; was?: Fields; fields: Fields }>({ fields: {} })
  const fields = { ...before, ...edit.fields }
  const [asks, setAsks] = useState<'draft' | 'save'>()
  const [wrong, setWrong] = useState<WrongPoints>({})
  const mayDraft = useMay('drafts.write')
  const maySave = useMay('config.write') && rule !== undefined
  const metric = metricOf(fields.metric)
  const unit = metric?.unit ?? ''
  const curve = fields.curve as Curve | undefined
  // A field that nobody has filled in is left to the service.
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  const change = { type: kind.type, op: 'put' as const, fields: Object.fromEntries(filled) }
  const differs = (next: Fields) =>
    Object.entries(next).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  const isChanged = differs(fields).length > 0
  // What was changed here has been saved: from now on it is the rule's.
  useDidUpdate(() => {
    if (!isChanged) setEdit({ fields: {} })
  }, [version])
  const isOld = isChanged && edit.of !== version
  const setFields = (next: Fields) =>
    setEdit({
      ...(isChanged ? edit : { of: version, was: before }),
      fields: Object.fromEntries(differs(next)),
    })
  const hasWrong = Object.keys(wrong).length > 0
  const isTouched = isChanged || hasWrong
  const isRed =
    hasWrong ||
    Object.values(fields.params ?? {}).some(Number.isNaN) ||
    fieldsOf(kind.schema as Schema).some((one) => !isGap(fields[one.name]) && fault(one, fields[one.name]))
  const gaps = kind.fields.flatMap(({ name, label, required }) =>
    required && isGap(fields[name]) ? [label.toLowerCase()] : [],
  )
  const lack = isRed
    ? 'Fix the marked fields first.'
    : gaps.length > 0
      ? `Still needed: ${gaps.join(', ')}.`
      : (weightsOf(fields) ?? 100) !== 100 && 'Make the weights add up to 100 first.'
  const isRight = lack === false
  // What is wrong is not tried, also not for a moment after it was put right.
  const [settled] = useDebouncedValue(isRight ? change : undefined, 300)
  // A reason is told as it is: a number in it does not follow the rule.
  const saysBefore =
    typeof before.reason === 'string' &&
    fields.reason === before.reason &&
    fields.above !== before.above &&
    new RegExp(`\\b${before.above}\\b`).test(before.reason)
  const isScored = useMe().periods.some((one) => openIn(one) > 0 || isFinal(one))
  const tried = useQuery({
    ...preview(settled ?? change),
    enabled:
      isPreviewed(kind.type) &&
      settled !== undefined &&
      isScored &&
      (hasCurve ? metric !== undefined : isChanged),
    placeholderData: keepPreviousData,
  })
  // What the service refuses stands at the field that was changed, too.
  const refusal = isChanged && tried.error ? sentenceOf(tried.error) : ''
  const refused = differs(fields).find(([name]) => new RegExp(`\\b${name}\\b`).test(refusal))?.[0]
  const { values } = tried.data?.values[0] ?? {}
  const setCurve = (curve: Curve) => setFields({ ...fields, curve })
  const close = () => setAsks(undefined)
  const box = useRef<HTMLDivElement>(null)
  const ask = (what: 'draft' | 'save') => stopsAtUnread(box.current) || setAsks(what)

  return (
    <Stack ref={box}>
      {isOld && (
        <Alert ref={intoSight} title="This rule has changed meanwhile">
          What you have changed is kept; all else is as the rule is now. Check it, then save.
          <Differences fields={kind.fields} before={edit.was} after={before} />
        </Alert>
      )}
      <Columns>
        <div>
          {curve && (
            <>
              {hasWrong && <Dim>Fix the marked fields to see the curve.</Dim>}
              <Box opacity={hasWrong ? 0.3 : 1}>
                <CurveChart
                  curve={curve}
                  before={(before.curve as Curve | undefined) ?? LEVEL}
                  unit={unit}
                  values={values}
                  month={tried.data?.period}
                  onChange={setCurve}
                />
              </Box>
              <CurveNumbers
                curve={curve}
                unit={unit}
                direction={metric?.direction}
                onChange={setCurve}
                wrong={wrong}
                onWrong={setWrong}
              />
            </>
          )}
          <RuleFields
            {...{ kind, rule, fields }}
            faults={refused ? { [refused]: saidOf(tried.error) } : {}}
            onChange={setFields}
          />
        </div>
        <div>
          <Section title="What it would change">
            {isPreviewed(kind.type) && isScored && isChanged && isRight && settled ? (
              <Effect change={settled} isSaid={refused !== undefined} />
            ) : (
              <Dim py="md">
                {!isPreviewed(kind.type)
                  ? 'What it changes is not shown here. Save it to a draft, and try that on past months.'
                  : !isScored
                    ? 'No month has scores yet, so the effect can’t be shown.'
                    : (isTouched && lack) || 'Change a value to see who changes tier. Nothing is saved yet.'}
              </Dim>
            )}
          </Section>
          {isRight && metric && tried.data && values?.length === 0 && (
            <Alert>No seller would have enough facts to be measured by this.</Alert>
          )}
          {saysBefore && (
            <Alert>The reason still says {String(before.above)}: sellers read it with their surcharge.</Alert>
          )}
        </div>
      </Columns>
      {(mayDraft || maySave || isTouched) && (
        <Foot>
          {!(isTouched && isRight) && <Dim>{isTouched || !rule ? lack : 'Change a value first.'}</Dim>}
          {isTouched && isRight && maySave && (
            <Dim visibleFrom="md">A correction applies at the next calculation. A draft is tried first.</Dim>
          )}
          {isTouched && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                setWrong({})
                setFields(before)
              }}
            >
              Reset
            </Button>
          )}
          {maySave && (
            <Button disabled={!isChanged || !isRight} onClick={() => ask('save')}>
              Correct the rule…
            </Button>
          )}
          {mayDraft && (
            <Button variant="filled" disabled={!isChanged || !isRight} onClick={() => ask('draft')}>
              Save to a draft…
            </Button>
          )}
        </Foot>
      )}
      <Leave isAsked={isTouched && !asks} title="Discard what you have changed?" />
      {asks === 'draft' && <DraftDialog change={change} onClose={close} />}
      {rule && asks === 'save' && (
        <SaveDialog
          {...{ rule, version, change }}
          effect={tried.data && howMany(tried.data)}
          onClose={close}
        />
      )}
    </Stack>
  )
}
