import { Curve } from '../../../charts/curve.tsx'
import { type CurvePoints, isSameCurve } from '../../../logic/rules/curve-edit.ts'
import { unitOf } from '../metric-facts.ts'
import type { RuleRecord } from '../rule.ts'

/** The curves of all versions on one another; versions with the same curve share a line. */
export function Curves({ versions }: { versions: RuleRecord[] }) {
  const curveOf = (record: RuleRecord) => record.curve as CurvePoints
  const different = versions.filter(
    (one, index) => index === 0 || !isSameCurve(curveOf(one), curveOf(versions[index - 1] as RuleRecord)),
  )
  const [newest, ...older] = different
  if (!newest) return null
  return (
    <div class="half">
      <Curve
        curve={curveOf(newest)}
        others={older.map((one) => ({ curve: curveOf(one), label: `Version ${one.version}` }))}
        unit={unitOf(newest.metric)}
        label="The curve of each version"
        height={220}
      />
    </div>
  )
}
