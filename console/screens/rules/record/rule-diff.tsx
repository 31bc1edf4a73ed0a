import { MiniCurve } from '../../../charts/mini-curve.tsx'
import { month } from '../../../logic/format.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { JsonDiff } from '../../../parts/json-diff.tsx'
import { labelOf } from '../fields.ts'
import { digits, subject } from '../types.ts'

interface Props {
  type: RuleType
  before: unknown
  after: unknown
  caption: string
  heads?: [string, string]
  except?: readonly string[]
}

/** What differs between two states of a record, in the words of its form. */
export const RuleDiff = ({ type, ...rest }: Props) => (
  <JsonDiff {...rest} labelOf={(path) => DATES[path] ?? labelOf(type, path)} show={show} />
)

const DATES: Record<string, string> = { effective_from: 'First month', effective_to: 'Last month' }

function show(path: string, value: unknown) {
  if (path === 'curve' && Array.isArray(value)) return <CurveText curve={value as [number, number][]} />
  if (path === 'color')
    return (
      <span class="tier">
        <span class="swatch" style={{ backgroundColor: String(value) }} />
        {String(value)}
      </span>
    )
  if (path in DATES) return value === null ? 'no end' : month(String(value))
  if (path === 'metric' || path === 'category') return subject(String(value))
  if (typeof value === 'number') return <span class="tabular">{digits(value)}</span>
  return value === null ? 'none' : undefined
}

const CurveText = ({ curve }: { curve: [number, number][] }) => (
  <span class="curve-text">
    <MiniCurve curve={curve} />
    <span>
      {curve.map(([x, points], at) => (
        <>
          {at > 0 && ', '}
          <span class="tabular">
            {digits(x)} → {digits(points)}
          </span>
        </>
      ))}
    </span>
  </span>
)
