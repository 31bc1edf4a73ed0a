import { useState } from 'preact/hooks'
import { tagOf } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { changesOf, mergedOf, type Written, writtenOf } from '../../logic/form-changes.ts'
import { BothVersions } from './both-versions.tsx'
import { Form } from './form.tsx'
import { type FormField, FormFields } from './form-field.tsx'

interface Props<Body> {
  fields: FormField[]
  /** The record that is changed; undefined: a new one. */
  record?: object
  /** Reads the record again, after somebody else has saved it. */
  reread?: () => Promise<object | undefined>
  /** What a new record begins with. */
  first?: Written
  save: (body: Body, ifMatch: string | undefined) => Promise<unknown>
  /** What the button says. Default: Save or Create. */
  action?: string
  onClose: () => void
}

/**
 * A form for a record, new or old. It stays as typed until the service has taken it. When somebody has saved another
 * version meanwhile, both are shown, and the person decides.
 */
export function RecordForm<Body>({ fields, record, reread, first, save, onClose, ...words }: Props<Body>) {
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<object>()
  const [written, write] = useState(writtenOf(fields, record ?? first))
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const known = fields.filter(({ shown }) => shown?.(written) ?? true)
  const bodyOf = (typed: Written, from: object | undefined) =>
    changesOf(from ? fields : known, typed, writtenOf(fields, from)) as Body & object
  const isWrong = known.some(({ wrong }) => wrong?.(written))
  const isEmpty = Object.keys(bodyOf(written, base)).length === 0

  async function send(typed: Written, from: object | undefined) {
    setBusy(true)
    setError(null)
    try {
      await save(bodyOf(typed, from), tagOf(from))
      onClose()
    } catch (failure) {
      setError(failure)
      if (asApiError(failure).status === 412) setTheirs(await reread?.().catch(() => undefined))
    }
    setBusy(false)
  }
  function take(next: Written) {
    write(next)
    setBase(theirs)
    setTheirs(undefined)
    setError(null)
  }
  return (
    <Form
      of={{ isPending: busy, error }}
      onSend={() => send(written, base)}
      action={words.action ?? (record ? 'Save' : 'Create')}
      cancel={onClose}
      disabled={isEmpty || isWrong || theirs !== undefined}
      below={
        theirs && (
          <BothVersions
            fields={fields}
            mine={written}
            base={writtenOf(fields, base)}
            theirs={writtenOf(fields, theirs)}
            onMine={() => {
              const merged = mergedOf(written, writtenOf(fields, base), writtenOf(fields, theirs))
              take(merged)
              send(merged, theirs)
            }}
            onTheirs={() => take(writtenOf(fields, theirs))}
          />
        )
      }
    >
      <FormFields fields={fields} written={written} onChange={write} />
    </Form>
  )
}
