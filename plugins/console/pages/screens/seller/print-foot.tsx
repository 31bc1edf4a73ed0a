import { useRead } from '../../api/queries.ts'
import { moment, month } from '../../logic/format.ts'
import { useMe } from '../../parts/me.ts'
import { wordsOf } from '../../words/words.ts'

const words = wordsOf({
  foot: (code: string, period: string, asOf: string) => `${code} · ${period} · facts as of ${asOf}`,
})

/** On paper: of which seller and month this is, and as of when. */
export function PrintFoot({ code, period }: { code: string; period: string }) {
  const { may, time_zone } = useMe()
  const { data } = useRead(
    '/api/sos/sellers/{seller_code}/score/explanation',
    { path: { seller_code: code }, query: { period } },
    { enabled: may('seller-scores.read') },
  )
  return data ? (
    <p class="print-foot">{words.foot(code, month(period), moment(data.run.as_of, time_zone))}</p>
  ) : null
}
