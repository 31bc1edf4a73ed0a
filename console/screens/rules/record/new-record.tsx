import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { send } from '../../../api/client.ts'
import { refresh, useSend } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Opener } from '../../../parts/button.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { NotFound } from '../../../parts/not-found.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { acceptOf, actionOf } from '../few-faults.ts'
import { fieldsOf } from '../fields.ts'
import { PreviewPanel } from '../impact/preview-panel.tsx'
import { usePreview } from '../impact/use-preview.ts'
import { type Fields, isRuleType, listPath, type RuleRecord, recordPath } from '../rule.ts'
import { wordsOf } from '../types.ts'
import { DatesFields } from './months.tsx'
import { RuleFields } from './rule-fields.tsx'
import { isUsable, liveText } from './save-bar.tsx'
import { ToDraftDialog } from './to-draft-dialog.tsx'
import { useRuleForm } from './use-form.ts'

/** A record that is not there yet; the preview shows what it would do. */
export default function NewRecordPage() {
  const { type = '' } = useRoute().params
  if (isRuleType(type)) return <NewRecord key={type} type={type} />
  return <NotFound />
}

function NewRecord({ type }: { type: RuleType }) {
  const { current_period, may } = useMe()
  const period = usePeriod()
  const go = useGo()
  const [drafting, setDrafting] = useState(false)
  const [empty] = useState(() => emptyRecord(type, current_period))
  const form = useRuleForm(empty)
  const asked = [period, current_period].sort()[0] as string
  const ready = isUsable(type, form) && isFilled(type, form.fields)
  const preview = usePreview(asked, [{ type, op: 'put', fields: form.fields }], ready && form.hasNewFields)
  const making = useSend('POST', listPath(type), {
    changes: ['/api/config'],
    onDone({ id }) {
      const undo = () =>
        send('DELETE', recordPath(type), { path: { id } }).then(() => refresh(['/api/config']))
      toast('The record is created.', { undo })
      go(`/rules/${type}/${id}`)
    },
  })
  const [drafts, makes] = [may('drafts.write'), may('config.write')]
  const make = () =>
    making.mutate({ body: { ...form.fields, ...form.dates, ...acceptOf(making.error) } as never })
  const proceed = drafts ? () => setDrafting(true) : make
  return (
    <Page
      title={`New record: ${wordsOf(type).name}`}
      above={
        <>
          <Link to="/rules">Rules</Link>
          <span aria-hidden="true">/</span>
          <Link to={`/rules/${type}`}>{wordsOf(type).name}</Link>
        </>
      }
    >
      <div class="grid editor">
        <Panel title="Rule" class="two-thirds">
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault()
              if (ready) proceed()
            }}
          >
            <RuleFields type={type} form={form} />
            <div class="columns">
              <DatesFields dates={form.dates} onDates={form.setDates} />
            </div>
            {making.error && <Problem error={making.error} />}
            <div class="actions save-bar">
              {makes && (
                <button
                  type="button"
                  class={drafts ? 'button' : 'button primary'}
                  disabled={!ready || making.isPending}
                  aria-busy={making.isPending}
                  onClick={make}
                >
                  {actionOf('Create the record, live', making.error)}
                </button>
              )}
              {drafts && (
                <Opener class="primary" disabled={!ready} onClick={proceed}>
                  Add to a draft
                </Opener>
              )}
            </div>
            {makes && ready && <p class="hint">{liveText(form.dates.effective_from)}</p>}
          </form>
        </Panel>
        <PreviewPanel
          class="third"
          period={asked}
          preview={preview}
          isEmpty={!form.hasNewFields}
          hint={ready ? undefined : 'Mend the marked fields first.'}
        />
      </div>
      {drafting && <ToDraftDialog type={type} fields={form.fields} onClose={() => setDrafting(false)} />}
    </Page>
  )
}

/** What a form begins with: the least that its fields may be. */
function emptyRecord(type: RuleType, month: string): RuleRecord {
  const fields = fieldsOf(type).map(([name, { kind, none, of = [], min = 0 }]) => {
    if (none !== undefined) return [name, null]
    if (kind === 'curve')
      return [
        name,
        [
          [0, 100],
          [100, 0],
        ],
      ]
    if (kind === 'params') return [name, {}]
    if (kind === 'choice') return [name, of[0]]
    if (kind === 'color') return [name, '#3b5bdb']
    return [name, kind === 'text' || kind === 'long' ? '' : Math.max(0, min)]
  })
  const common = { id: 0, version: 0, is_active: true, updated_at: '', updated_by: null }
  return { ...Object.fromEntries(fields), ...common, effective_from: month, effective_to: null }
}

/** Whether every text that is needed is there. */
const isFilled = (type: RuleType, fields: Fields) =>
  fieldsOf(type).every(([name, { kind }]) => kind !== 'text' || fields[name] !== '')
