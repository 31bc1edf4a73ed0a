import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { Page } from '../../parts/page.tsx'
import { Fairness } from './fairness.tsx'
import { Stability } from './stability.tsx'
import { Validity } from './validity.tsx'

/** Whether the score treats groups alike, stays what it is, and says something about the next month. */
export default function Model() {
  const { data } = useRead('/api/sos/model/stability')
  return (
    <Page title="Model audit" above={data && `${month(data.from)} to ${month(data.to)}`}>
      <Fairness />
      <Stability />
      <Validity />
    </Page>
  )
}
