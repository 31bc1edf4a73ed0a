import { useRef } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { copy } from '../../parts/panel.tsx'
import { words } from './words.ts'

interface Props {
  secret: string | undefined
  /** What else is to be known. */
  note?: string
  onClose: () => void
}

/** A secret, this once. A click beside the dialog does not close it. */
export function SecretOnce({ secret, note, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog title={words.secretTitle} open={secret !== undefined} onClose={() => field.current?.select()}>
      <p>{words.secretText}</p>
      {note && <p>{note}</p>}
      <Field label={words.secret}>
        {(names) => (
          <span class="secret">
            <input
              {...names}
              ref={field}
              class="mono"
              readOnly
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" class="button" onClick={() => copy(secret ?? '')}>
              <Icon name="copy" />
              {words.copy}
            </button>
          </span>
        )}
      </Field>
      <footer class="actions">
        <button type="button" class="button primary" onClick={onClose}>
          {words.secretKept}
        </button>
      </footer>
    </Dialog>
  )
}
